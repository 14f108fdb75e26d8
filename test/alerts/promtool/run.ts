import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { File } from '../../../tools/alerts/files.ts';

export interface Verdict {
  readonly passed: boolean;
  readonly said: string;
}

/** What `promtool test rules` says of a scenario with these rules. */
export async function testRules(promtool: string, folder: string, rules: File, scenario: File): Promise<Verdict> {
  for (const { name, text } of [rules, scenario]) writeFileSync(join(folder, name), text);
  return verdictOf(promtool, ['test', 'rules', join(folder, scenario.name)]);
}

export async function checkRules(promtool: string, folder: string, rules: File): Promise<Verdict> {
  writeFileSync(join(folder, rules.name), rules.text);
  return verdictOf(promtool, ['check', 'rules', '--lint', 'all', '--lint-fatal', join(folder, rules.name)]);
}

async function verdictOf(promtool: string, args: readonly string[]): Promise<Verdict> {
  try {
    const { stdout, stderr } = await promisify(execFile)(promtool, args);
    return { passed: true, said: stdout + stderr };
  } catch (error) {
    const { stdout, stderr } = error as { readonly stdout?: string; readonly stderr?: string };
    if (stdout === undefined) throw error;
    return { passed: false, said: `${stdout}${stderr}` };
  }
}
