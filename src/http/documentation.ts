import * as z from 'zod';

/**
 * Where schemas leave what the OpenAPI document says of them: `schema.register(docs, { description: '…' })`.
 * zod's own `.describe()` and `.meta()` copy the schema first, which cost the Worker's start a sixth of its
 * time. What is shared between members (`instant`, `level`) needs the copy, or one's words would be all's.
 */
export const docs = z.globalRegistry;
