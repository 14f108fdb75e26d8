/** The variables of this process as they are now. */
export function systemEnvironment(): Readonly<Record<string, string | undefined>> {
  return process.env;
}
