import { createHash, timingSafeEqual } from 'node:crypto';

/** Says whether the value of an `Authorization` header carries one of the tokens (RFC 6750). */
export type Authorize = (authorization: string | undefined) => boolean;

/**
 * Several tokens are all good, so that one can be changed without a moment in which senders are refused. Hashes are compared, always all of
 * them: how long it takes tells nothing of a token, nor of its length.
 */
export function bearerTokens(tokens: readonly string[]): Authorize {
  const known = tokens.map(hashOf);
  return (authorization = '') => {
    const [, given = ''] = /^Bearer +(\S+) *$/i.exec(authorization) ?? [];
    const hash = hashOf(given);
    return known.filter((one) => timingSafeEqual(one, hash)).length > 0 && given !== '';
  };
}

function hashOf(token: string): Uint8Array {
  return createHash('sha256').update(token).digest();
}
