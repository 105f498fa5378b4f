import type { Endpoint } from '@pairspace/protocol';
import { jsonType } from '../../http/answer.ts';
import type { Document } from '../../http/document-routes.ts';
import { openApiDocument } from './document.ts';

/** `GET /api/openapi.json` (OPS-8), which is made when it is first asked for. */
export const createOpenApi = (endpoints: Readonly<Record<string, Endpoint>>): (() => Document) => {
  let body: string | undefined;
  return () => {
    body ??= JSON.stringify(openApiDocument(endpoints));
    return { headers: { 'content-type': jsonType }, body };
  };
};
