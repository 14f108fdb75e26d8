import type { Usage } from '../../model/judge.ts';
import { addUsage } from '../usage.ts';
import { type Failure, failure } from './failure.ts';
import { readReply, type Said } from './read-reply.ts';
import type { Response } from './request.ts';
import { MORE_ROOM } from './room.ts';
import type { Item } from './sheet.ts';

export interface Inquiry {
  /** Everything that a verdict is wanted on, by id. */
  readonly items: ReadonlyMap<string, Item>;
  /** With an answer, every level comes with a use. */
  readonly hasAnswer: boolean;
  /** Whether to begin with structured output. */
  readonly structured: boolean;
  /** Tokens that the first reply may take. */
  readonly room: number;
  readonly request: (wanted: ReadonlyMap<string, Item>, structured: boolean, room: number) => Promise<Response>;
}

/** What came of the requests of one turn: a verdict on every item, or a failure. */
export interface Findings {
  readonly said: ReadonlyMap<string, Said>;
  readonly failure?: Failure;
  readonly usage: Usage;
  /** The form of the last reply that could be read. */
  readonly form?: 'structured' | 'text';
  /** The model's API refused structured output, and the model replied well without. */
  readonly refusesStructure: boolean;
}

/** In all, for one turn, whatever goes wrong with the replies. */
const MAX_REQUESTS = 3;

/**
 * Asks until there is a verdict on every item, three times at most:
 *
 *     API refuses structured output ──► once more as text
 *     nothing readable in it        ──► once more as text
 *     cut                           ──► once more with more room, then truncated_output
 *     some ids missing or doubled   ──► once more for those only, then invalid_verdict
 */
export async function inquire({ items, hasAnswer, request, ...start }: Inquiry): Promise<Findings> {
  const said = new Map<string, Said>();
  let { structured, room } = start;
  let usage: Usage = {};
  let form: Findings['form'];
  let wasRefused = false;
  let wasCut = false;
  let wasAskedAgain = false;

  for (let left = MAX_REQUESTS - 1; ; left -= 1) {
    const wanted = new Map([...items].filter(([id]) => !said.has(id)));
    if (wanted.size === 0) return found();
    const response = await request(wanted, structured, room);
    usage = addUsage(usage, response.usage);

    if ('failure' in response) {
      const isOver = left === 0 || wasAskedAgain;
      if (response.isBadRequest && structured && left > 0) {
        structured = false;
        wasRefused = true;
      } else if (response.failure.reason === 'invalid_verdict' && !isOver) wasAskedAgain = true;
      else return found(response.failure);
      continue;
    }

    const read = readReply(response.text, wanted, hasAnswer);
    for (const [id, one] of read) said.set(id, one);
    if (read.size > 0) form = structured ? 'structured' : 'text';
    if (read.size === wanted.size) return found();
    if (response.isCut) {
      if (wasCut || left === 0) return found(failure('truncated_output', `The reply was cut at ${room} tokens`));
      wasCut = true;
      room *= MORE_ROOM;
    } else {
      if (wasAskedAgain || left === 0) return found(failure('invalid_verdict', whatIsWrong(said.size, items.size)));
      if (read.size === 0 && structured) structured = false;
      else wasAskedAgain = true;
    }
  }

  function found(failed?: Failure): Findings {
    return {
      said,
      usage,
      refusesStructure: wasRefused && form === 'text',
      ...(failed === undefined ? {} : { failure: failed }),
      ...(form === undefined ? {} : { form }),
    };
  }
}

function whatIsWrong(read: number, all: number): string {
  return `Expected a readable verdict for each of ${all} ids, got ${read}, also after the others were asked for again`;
}
