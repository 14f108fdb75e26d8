import { z } from 'zod';
import { schema } from './schema.ts';

/** The JSON schema of `ragmeter.yaml`, in the draft that editors know best. Committed as `docs/ragmeter.schema.json`. */
export function jsonSchema(): object {
  return { ...z.toJSONSchema(schema, { target: 'draft-7' }), title: 'ragmeter.yaml' };
}
