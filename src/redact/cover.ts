import { expected } from '../model/errors.ts';
import { gavePromise } from '../model/gave-promise.ts';
import type { Outcome } from '../model/outcome.ts';
import type { RedactedKind, Redactor } from '../model/redactor.ts';
import type { RetrievedDocument, Turn } from '../model/turn.ts';
import { builtInRedactor } from './built-in.ts';

/** Takes out of the texts of one turn what must not leave. Each text is redacted once, however often it comes up. */
export interface Cover {
  /** Throws what the redactor throws. */
  readonly turn: (turn: Turn) => Turn;
  /** The outcome with its explanation redacted; without one where the redactor throws. */
  readonly outcome: (outcome: Outcome) => Outcome;
}

/** Makes the cover of a turn; undefined where nothing is to be redacted. `true`: the built-in redactor. */
export function covers(redact: boolean | Redactor | undefined): (() => Cover) | undefined {
  if (redact === undefined || redact === false) return undefined;
  return () => coverBy(redact === true ? builtInRedactor() : redact);
}

function coverBy(redact: Redactor): Cover {
  const done = new Map<string, string>();

  function safe(text: string, kind: RedactedKind): string {
    const key = `${kind} ${text}`;
    const known = done.get(key);
    if (known !== undefined) return known;
    const redacted = redact(text, kind);
    if (gavePromise(redacted) || typeof redacted !== 'string') throw expected('the redactor to give a text at once', typeof redacted);
    done.set(key, redacted);
    return redacted;
  }

  const document = (given: RetrievedDocument): RetrievedDocument =>
    given.text === undefined ? given : { ...given, text: safe(given.text, 'document') };

  function told(name: 'query' | 'answer' | 'reference', text: string | undefined): { readonly [name: string]: string } {
    return text === undefined ? {} : { [name]: safe(text, name) };
  }

  return {
    turn(turn) {
      return {
        ...turn,
        ...told('query', turn.query),
        ...told('answer', turn.answer),
        ...told('reference', turn.reference),
        documents: turn.documents.map(document),
        retrievals: turn.retrievals.map((retrieval) => ({
          ...retrieval,
          ...told('query', retrieval.query),
          documents: retrieval.documents.map(document),
        })),
      };
    },
    outcome(outcome) {
      const name = outcome.status === 'scored' ? 'explanation' : 'message';
      const text = outcome.status === 'scored' ? outcome.explanation : outcome.message;
      if (text === undefined) return outcome;
      try {
        return { ...outcome, [name]: safe(text, 'explanation') };
      } catch {
        return { ...outcome, [name]: WITHHELD };
      }
    },
  };
}

const WITHHELD = '(withheld: the redactor threw)';

/** A turn without any of its texts, for when they cannot be made safe. */
export function withoutTexts({ query: _query, answer: _answer, reference: _reference, ...turn }: Turn): Turn {
  const bare = ({ text: _text, ...document }: RetrievedDocument): RetrievedDocument => document;
  return {
    ...turn,
    documents: turn.documents.map(bare),
    retrievals: turn.retrievals.map(({ query: _own, ...retrieval }) => ({ ...retrieval, documents: retrieval.documents.map(bare) })),
  };
}
