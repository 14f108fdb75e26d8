// The host application as an ES module: everything comes by `import`.
import * as ragmeter from 'ragmeter';
import { runHost } from './run-host.mjs';

await runHost(ragmeter, (name) => import(name));
