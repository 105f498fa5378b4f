import { type Endpoint, isTokenOptional, pathIds } from '@pairspace/protocol';
import type { DescribedEndpoint, Parameter } from '../openapi/endpoint.ts';
import { exampleBody, exampleText } from '../openapi/examples.ts';
import { type Markup, markup } from './markup.ts';

const mostRows = 16;
const eventStream = 'text/event-stream';

/** A form that sends the request to this service (DOCS-8). It is hidden until the script that works it is there. */
export const tryIt = (described: DescribedEndpoint): Markup => {
  const { endpoint, parameters, result } = described;
  return markup`<details class="try" hidden>
<summary>Try it</summary>
<form data-method="${endpoint.method}" data-path="${endpoint.path}" aria-label="${`Try: ${endpoint.summary}`}" autocomplete="off">
${parameters.map((parameter) => field(parameter, endpoint))}${acceptField(endpoint, result === undefined)}${tokenField(endpoint)}${bodyField(described)}<p class="buttons"><button type="submit">Send</button></p>
</form>
</details>`;
};

const secretHeaders = ['X-Agent-Key', 'X-Create-Key'];

const places = { path: 'path', query: 'query', header: 'header' } as const;

const field = (parameter: Parameter, { example }: Endpoint): Markup => {
  const { name, in: place, required, schema } = parameter;
  const isOpaque = place === 'path' && name in pathIds;
  const value = place === 'path' ? (isOpaque ? '' : exampleText(schema)) : (example?.query?.[name] ?? '');
  const hint = place === 'header' ? '' : exampleText(schema);
  const type = secretHeaders.includes(name) ? 'password' : 'text';
  return markup`<label><span>${name} <small>${places[place]}${required && ', required'}</small></span>
<input type="${type}" data-in="${place}" name="${name}"${value !== '' && markup` value="${value}"`}${value === '' && hint !== '' && markup` placeholder="${hint}"`}${required && markup` required`} spellcheck="false" autocomplete="off"></label>
`;
};

/** In which form the answer is asked for, where there is a choice. */
const acceptField = ({ alsoAs = [] }: Endpoint, isStream: boolean): Markup | undefined => {
  if (isStream) return markup`<input type="hidden" data-in="accept" value="${eventStream}">`;
  if (alsoAs.length === 0) return undefined;
  return markup`<label><span>Answer as <small>Accept</small></span>
<select data-in="accept">${['application/json', ...alsoAs].map((type) => markup`<option>${type}</option>`)}</select></label>
`;
};

const tokenField = ({ access }: Endpoint): Markup => {
  const need = access === 'anyone' ? 'not needed' : isTokenOptional(access) ? 'optional' : 'needed';
  return markup`<label><span>Token <small>${need}; stays in this tab</small></span>
<input type="password" data-in="token" spellcheck="false" autocomplete="off"></label>
`;
};

const bodyField = ({ endpoint, body }: DescribedEndpoint): Markup | undefined => {
  if (!body) return undefined;
  const text = JSON.stringify(exampleBody(endpoint, body), null, 2);
  const rows = Math.min(mostRows, text.split('\n').length + 1);
  return markup`<label><span>Body <small>JSON</small></span>
<textarea data-in="body" rows="${rows}" spellcheck="false">${text}</textarea></label>
`;
};
