// The host application as CommonJS: everything comes by `require`.
const ragmeter = require('ragmeter');

void import('./run-host.mjs').then(({ runHost }) => runHost(ragmeter, async (name) => require(name)));
