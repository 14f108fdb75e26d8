import { readFileSync } from 'node:fs';
import { here } from './files.mjs';

const README = readFileSync(here('../../collector/README.md'), 'utf8');
const blocks = (language) => [...README.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'))].map(([, block]) => block);

/** What the README of collector/ says to type, in order; the first installs. */
export const README_BLOCKS = blocks('sh');
/** What it says is answered. */
export const README_OUTPUTS = blocks('text');
