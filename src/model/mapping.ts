/**
 * A convention of a team's own, declared in the configuration. Paths are attribute keys; what follows a key that holds JSON or a map goes into
 * it: `app.result.items` reads `items` in the attribute `app.result`. Lists may also be flattened keys (`app.hits.0.body`) under their prefix.
 */
export interface Mapping {
  /** Names the convention in results; unlike any built-in one. */
  readonly name: string;
  /** Spans that have all of these attribute values. `span.name` and `scope.name` may be asked for too. */
  readonly match: Readonly<Record<string, string | number | boolean>>;
  /** The question. On a span with `documents` it is what the retriever was asked, else the user's. */
  readonly query?: string;
  /** The list of documents. */
  readonly documents?: string;
  /** Inside each document; the usual names where it is not given. */
  readonly text?: string;
  readonly id?: string;
  readonly score?: string;
  /** The final answer. */
  readonly answer?: string;
  /** What the right answer would be. */
  readonly reference?: string;
}

/** Tools by name, where their names and results do not tell what they are. */
export interface ToolNames {
  /** These retrieve: what they return is documents. */
  readonly retrieve?: readonly string[];
  /** These do not, whatever they return. */
  readonly ignore?: readonly string[];
}
