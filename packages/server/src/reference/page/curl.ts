import { exampleBody, exampleParams, exampleQueries } from '../openapi/examples.ts';
import type { DescribedEndpoint } from '../openapi/endpoint.ts';

/** An endpoint as a command to paste. What differs from session to session is a variable of the shell. */
export const curlOf = ({ name, endpoint, body, result }: DescribedEndpoint): string => {
  const { access, method, path } = endpoint;
  const isPlain = method === 'GET' || (method === 'POST' && body !== undefined);
  const flags = `${result === undefined ? ' -N' : ''}${isPlain ? '' : ` -X ${method}`}`;
  const options = [
    ...(access === 'anyone' ? [] : ['-H "Authorization: Bearer $TOKEN"']),
    ...(body ? ["-H 'Content-Type: application/json'", `-d ${quoted(jsonText(exampleBody(name, body)))}`] : []),
  ];
  return [`curl${flags} "$URL${filled(path)}${queryText(name)}"`, ...options].join(' \\\n  ');
};

const filled = (path: string): string =>
  path.replace(/[:*](\w+)/g, (_, name: string) => exampleParams[name] ?? `$${variable(name)}`);

/** `$NOTE` for `noteId`. */
const variable = (name: string): string =>
  name
    .replace(/Id$/, '')
    .replace(/[A-Z]/g, (letter) => `_${letter}`)
    .toUpperCase();

const queryText = (name: string): string => {
  const query = (exampleQueries as Readonly<Record<string, Readonly<Record<string, string>>>>)[name];
  return query ? `?${new URLSearchParams(query).toString()}` : '';
};

const jsonText = (body: unknown): string => {
  const short = JSON.stringify(body);
  return short.length <= 40 ? short : JSON.stringify(body, null, 2).replaceAll('\n', '\n  ');
};

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
