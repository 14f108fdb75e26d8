import { fileURLToPath } from 'node:url';

/** The path of a file of this folder, which goes over one of collector/. */
export const here = (name) => fileURLToPath(new URL(name, import.meta.url));
