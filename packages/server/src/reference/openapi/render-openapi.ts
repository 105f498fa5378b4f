import type { Endpoint } from '@pairspace/protocol';
import { jsonType } from '../../http/dispatch/answer.ts';
import { type Document, documentOf } from '../../http/transport/documents.ts';
import { type OpenApiDocument, openApiDocument } from './document.ts';

/** The document of `GET /api/openapi.json` (OPS-8), or another shape of it. The first request makes the document. */
export const createOpenApi = (
  endpoints: Readonly<Record<string, Endpoint>>,
  publicUrl: string | undefined,
  shape: (document: OpenApiDocument) => object = (document) => document,
): (() => Promise<Document>) => {
  let document: Promise<Document> | undefined;
  const make = async (): Promise<Document> =>
    documentOf(
      { 'content-type': jsonType },
      JSON.stringify(shape({ ...(await openApiDocument(endpoints)), servers: [{ url: publicUrl ?? '/' }] })),
    );
  return () => (document ??= make());
};
