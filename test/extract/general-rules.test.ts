import { describe, expect, test } from 'vitest';
import { type Candidate, candidatesOf } from '../../src/assemble/turns.ts';
import { nodeFrom, recordFrom } from '../../src/extract/extract.ts';
import type { Extractor } from '../../src/extract/extractor.ts';
import { CONVENTIONS } from '../../src/extract/registry.ts';
import type { LogView, SpanView } from '../../src/model/span.ts';
import type { Turn } from '../../src/model/turn.ts';
import { CAPTURES, logsOf, spansOf, truthsOf } from '../support/fixtures.ts';

/** The turns of a capture, read by these conventions alone. */
function turnsBy(conventions: readonly Extractor[], spans: readonly SpanView[], logs: readonly LogView[]): readonly Turn[] {
  const byTrace = new Map<string, SpanView[]>();
  for (const span of spans) byTrace.set(span.traceId, [...(byTrace.get(span.traceId) ?? []), span]);
  return [...byTrace].flatMap(([traceId, own]) => {
    const records = logs.filter((log) => log.traceId === traceId).flatMap((log) => recordFrom(log, conventions) ?? []);
    const nodes = own.map((span) => nodeFrom(span, conventions));
    return candidatesOf({ traceId, nodes, records, evicted: false })
      .filter(isTurn)
      .map(({ turn }) => turn);
  });
}

function isTurn({ source, turn }: Candidate): boolean {
  return source !== 'question' && turn.query !== undefined && turn.documents.some(({ text }) => text !== undefined);
}

/** What a turn says, without the names of anything. */
function said({ traceId, query, documents, answer, evaluatedSpan }: Turn): unknown {
  return { traceId, query, texts: documents.map(({ text }) => text), answer, evaluated: evaluatedSpan.spanId };
}

/**
 * Gives every service, scope, span, tool and document another name, the same one wherever it stands, in texts that hold JSON too. What is
 * written by people, questions, passages and answers, stays.
 */
function renamer(spans: readonly SpanView[], ids: ReadonlySet<string>): (value: unknown) => unknown {
  const tools = new Set(spans.flatMap(toolNames));
  const services = new Set(spans.map((span) => String(span.resource['service.name'])));
  const names = new Map([...tools, ...services, ...ids].sort((a, b) => b.length - a.length).map((name, place) => [name, `name${place}x`]));
  const pattern = new RegExp(
    `(?<![\\p{L}\\d])(?:${[...names.keys()].map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')})(?![\\p{L}\\d])`,
    'gu',
  );
  return function rename(value: unknown): unknown {
    if (typeof value === 'string') return value.replace(pattern, (name) => names.get(name) ?? name);
    if (Array.isArray(value)) return value.map(rename);
    if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, rename(inner)]));
  };
}

function toolNames({ attributes }: SpanView): readonly string[] {
  return ['ai.toolCall.name', 'gen_ai.tool.name', 'tool.name'].flatMap((key) =>
    typeof attributes[key] === 'string' ? [attributes[key]] : [],
  );
}

describe.each(CAPTURES)('%s', (capture) => {
  test('the same turns are found whatever services, scopes, spans, tools and documents are called', () => {
    const spans = spansOf(capture);
    const logs = logsOf(capture);
    const ids = new Set(truthsOf(capture).flatMap(({ documents }) => documents.flatMap(({ id }) => id ?? [])));
    const rename = renamer(spans, ids);
    const places = new Map(
      [...new Set(spans.flatMap(({ name, scope }) => [name, scope.name]))].map((name, place) => [name, `called ${place}`]),
    );
    const renamed = spans.map((span) => ({
      ...span,
      name: places.get(span.name) ?? '',
      scope: { name: places.get(span.scope.name) ?? '' },
      attributes: rename(span.attributes) as SpanView['attributes'],
      events: span.events.map((event) => ({ ...event, attributes: rename(event.attributes) as SpanView['attributes'] })),
      resource: rename(span.resource) as SpanView['resource'],
    }));
    const found = turnsBy(CONVENTIONS, spans, logs);
    expect(turnsBy(CONVENTIONS, renamed, logs).map(said)).toEqual(found.map((turn) => rename(said(turn))));
  });
});

/** The documents alone: without the file of the vendor, nobody knows where its answer stands. */
function contextIn({ traceId, documents }: Turn): string {
  return JSON.stringify([traceId, ...documents.map(({ text }) => text)]);
}

/** What the others still find of each vendor's captures without the file of the vendor: measured, and held so that it does not get worse. */
test('without a convention, the other conventions and the generic reader still find part of it', () => {
  const found: Record<string, string> = {};
  const all = CAPTURES.map((capture) => {
    const [spans, logs] = [spansOf(capture), logsOf(capture)];
    return { spans, logs, full: new Map(turnsBy(CONVENTIONS, spans, logs).map((turn) => [contextIn(turn), turn])) };
  });
  for (const left of CONVENTIONS) {
    const without = CONVENTIONS.filter((convention) => convention !== left);
    let whole = 0;
    let still = 0;
    let made = 0;
    for (const { spans, logs, full } of all) {
      const relevant = [...full.values()].some((turn) =>
        spans.some((span) => span.traceId === turn.traceId && left.extract(span) !== undefined),
      );
      if (!relevant) continue;
      const reduced = turnsBy(without, spans, logs);
      whole += full.size;
      still += reduced.filter((turn) => full.has(contextIn(turn))).length;
      made += reduced.filter((turn) => ![...full.values()].some(({ traceId }) => traceId === turn.traceId)).length;
    }
    found[left.name] = `${still} of ${whole}`;
    // Where an outer retriever that dropped all candidates is not known as one, the inner one's are taken. Nothing else is made up.
    expect(made, left.name).toBeLessThanOrEqual(left.name === 'openinference' ? 1 : 0);
  }
  expect(found).toMatchSnapshot();
});
