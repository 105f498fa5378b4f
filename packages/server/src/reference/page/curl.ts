import { type Endpoint, pathIds } from '@pairspace/protocol';
import type { DescribedEndpoint, Parameter } from '../openapi/endpoint.ts';
import { exampleBody, exampleText } from '../openapi/examples.ts';

/** An endpoint as a command to paste. Values that differ between sessions are shell variables. */
export const curlOf = (described: DescribedEndpoint): string => {
  const { endpoint, parameters, body, result } = described;
  const { access, method, path } = endpoint;
  const isPlain = method === 'GET' || (method === 'POST' && body !== undefined);
  const flags = `${result === undefined ? ' -N' : ''}${isPlain ? '' : ` -X ${method}`}`;
  const options = [
    ...(access === 'anyone' ? [] : ['-H "Authorization: Bearer $TOKEN"']),
    ...(body ? ["-H 'Content-Type: application/json'", `-d ${quoted(jsonText(exampleBody(endpoint, body)))}`] : []),
  ];
  return [`curl${flags} "$URL${filled(path, parameters)}${queryText(endpoint)}"`, ...options].join(' \\\n  ');
};

/** Opaque ids become variables, all else its example. */
const filled = (path: string, parameters: readonly Parameter[]): string =>
  path.replace(/[:*](\w+)/g, (_, name: string) => {
    const parameter = parameters.find((one) => one.in === 'path' && one.name === name);
    return parameter === undefined || name in pathIds ? `$${variable(name)}` : exampleText(parameter.schema);
  });

/** `$NOTE` for `noteId`. */
const variable = (name: string): string =>
  name
    .replace(/Id$/, '')
    .replace(/[A-Z]/g, (letter) => `_${letter}`)
    .toUpperCase();

const queryText = ({ example }: Endpoint): string => {
  const query = example?.query;
  return query ? `?${new URLSearchParams(query).toString()}` : '';
};

const jsonText = (body: unknown): string => {
  const short = JSON.stringify(body);
  return short.length <= 40 ? short : JSON.stringify(body, null, 2).replaceAll('\n', '\n  ');
};

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
