import { contentOf } from '../compat-matrix/otlp-sink.mjs';

/** The ids of the spans of requests, in order. */
export function spanIdsOf(requests) {
  return ordered(requests.flatMap(({ spans }) => spans));
}

/** The ids of the spans that came to a sink from a sender, in order; as often as they came. */
export function spanIdsAt(sink, ...senders) {
  return ordered(senders.flatMap((sender) => contentOf(sink.bodies(sender)).spans));
}

function ordered(spans) {
  return spans.map(({ spanId }) => spanId).toSorted((one, other) => (one < other ? -1 : 1));
}
