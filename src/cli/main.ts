#!/usr/bin/env node
import { processIo } from '../runtime/io.ts';
import { run } from './run.ts';

const io = processIo();
io.exit(await run(io.args, io));
