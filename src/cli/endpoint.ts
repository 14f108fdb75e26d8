import { LISTEN } from '../config/service-defaults.ts';
import { RagmeterError } from '../model/errors.ts';
import type { Io } from '../runtime/io.ts';
import type { TlsOptions } from '../runtime/listen.ts';
import { type Address, address, isLoopback } from './address.ts';
import { type Config, placeOf } from './read-config.ts';
import { ONE_FILE, reasonOf } from './read-files.ts';

/** Where the service listens, and to whom. */
export interface Endpoint extends Address {
  /** Bearer tokens that are let in; where none are given everybody is. */
  readonly tokens?: readonly string[];
  readonly tls?: TlsOptions;
}

/** As an HTTP header can carry it: https://www.rfc-editor.org/rfc/rfc6750#section-2.1 */
const TOKEN = /^[A-Za-z0-9._~+/-]+=*$/;

/** As configured. Reads the files that are named; a secret that stands in one, or in the environment, is in no error. */
export async function endpointOf(config: Config, flag: Address | undefined, io: Io): Promise<Endpoint> {
  const at = flag ?? configuredAddress(config);
  const tokens = await tokensOf(config, io);
  const tls = await tlsOf(config, io);
  return { ...at, ...(tokens && { tokens }), ...(tls && { tls }) };
}

/** What is to be known before strangers find out; undefined where they cannot come in. */
export function exposure({ host, tokens, tls }: Endpoint): string | undefined {
  if (isLoopback(host) || tokens !== undefined || tls?.clientCa !== undefined) return undefined;
  return `WARNING: ${host} can be reached from other machines, and there is no token: anybody may send traces and read /metrics; set RAGMETER_TOKEN`;
}

function configuredAddress(config: Config): Address {
  const { listen } = config.values;
  if (listen === undefined) return address(LISTEN);
  try {
    return address(listen);
  } catch (cause) {
    const reason = (cause as Error).message.replace(/^Expected/, 'expected').replace(/\.$/, '');
    throw new RagmeterError('invalid_config', `${placeOf(config, 'listen')}: ${reason}`, { cause });
  }
}

async function tokensOf(config: Config, io: Io): Promise<readonly string[] | undefined> {
  const { RAGMETER_TOKEN: set } = io.environment;
  if (set !== undefined) return tokensIn(set, 'RAGMETER_TOKEN');
  const { auth } = config.values;
  if (auth === undefined) return undefined;
  const path = auth.tokenFile;
  // Whoever writes it down wants nobody in without a token.
  if (path === undefined) throw new RagmeterError('invalid_config', 'auth.tokenFile: expected auth to have a tokenFile, got none');
  const place = placeOf(config, 'auth.tokenFile');
  return tokensIn(new TextDecoder().decode(await contentOf(path, place, io)), place);
}

/** Several tokens stand one a line, or with spaces between. No token at all is a mistake: it would let everybody in. */
function tokensIn(text: string, place: string): readonly string[] {
  const tokens = text.split(/\s+/).filter((token) => token !== '');
  // The words of its first line would be tokens, and good ones.
  const isPem = text.includes('-----BEGIN ');
  if (tokens.length > 0 && !isPem && tokens.every((token) => TOKEN.test(token))) return tokens;
  const got = tokens.length === 0 ? 'nothing' : isPem ? 'a key or certificate as PEM' : 'one with other characters';
  throw new RagmeterError('invalid_config', `${place}: expected tokens of letters, digits and ._~+/-, got ${got}`);
}

async function tlsOf(config: Config, io: Io): Promise<TlsOptions | undefined> {
  const { tls } = config.values;
  if (tls === undefined) return undefined;
  const read = async (name: 'cert' | 'key' | 'clientCa'): Promise<Uint8Array | undefined> => {
    const path = tls[name];
    return path === undefined ? undefined : contentOf(path, placeOf(config, `tls.${name}`), io);
  };
  const [cert, key, clientCa] = await Promise.all([read('cert'), read('key'), read('clientCa')]);
  if (cert === undefined || key === undefined) {
    const absent = cert === undefined ? 'tls.cert' : 'tls.key';
    throw new RagmeterError('invalid_config', `${absent}: expected tls to have a cert and a key, got none`);
  }
  return { cert, key, ...(clientCa && { clientCa }) };
}

/** The path is not told: somebody may have put the secret itself there. */
async function contentOf(path: string, place: string, io: Io): Promise<Uint8Array> {
  try {
    return await io.read(path);
  } catch (cause) {
    const { code } = cause as { code?: unknown };
    const reason =
      code === 'ENOENT' || code === 'EISDIR'
        ? reasonOf(cause, ONE_FILE)
        : `Expected a file that can be read, got ${String(code)}: check its permissions`;
    throw new RagmeterError('invalid_config', `${place}: ${reason.replace(/^Expected/, 'expected')}`);
  }
}
