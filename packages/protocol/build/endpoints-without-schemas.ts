import type { Endpoint } from '../src/endpoint.ts';
import { endpoints } from '../src/endpoints.ts';

/**
 * The parts of an endpoint that the client needs. The schemas stay with the service: they are most of the contract's
 * size.
 */
const outline = ({ method, path, query, body, countedAs }: Endpoint) => ({
  method,
  path,
  ...(countedAs && { countedAs }),
  ...(query && { query: { shape: Object.fromEntries(Object.keys(query.shape).map((name) => [name, true])) } }),
  ...(body && { body: true }),
});

/** For bundles of programs that only call the service: replaces the endpoints by a table without schemas. */
export const endpointsWithoutSchemas = {
  name: 'endpoints-without-schemas',
  enforce: 'pre',
  load(id: string): string | null {
    if (!id.endsWith('/protocol/src/endpoints.ts')) return null;
    const table = Object.fromEntries(Object.entries(endpoints).map(([name, one]) => [name, outline(one)]));
    return `export const endpoints = ${JSON.stringify(table)};`;
  },
} as const;

/** Removes the schemas that nothing in such a bundle uses, and with them the schema library. */
export const treeshake = { moduleSideEffects: (id: string): boolean => !/\/(protocol|client)\/src\//.test(id) };
