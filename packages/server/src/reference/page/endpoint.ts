import { accessRules } from '@pairspace/protocol';
import type { DescribedEndpoint, Parameter } from '../openapi/endpoint.ts';
import { ownCodes } from '../openapi/errors.ts';
import { curlOf } from './curl.ts';
import { joined, type Markup, markup, prose } from './markup.ts';
import { componentOf, type JsonSchema } from '../openapi/schemas.ts';
import { fieldList, fieldsOf, shapeOf } from './schema.ts';
import { tryIt } from './try-it.ts';

export const methodTag = (method: string): Markup =>
  markup`<span class="method ${method.toLowerCase()}">${method}</span>`;

/** An endpoint: its purpose and input on one side, a call and its answer on the other. */
export const endpointArticle = (
  described: DescribedEndpoint,
  components: Readonly<Record<string, JsonSchema>>,
): Markup => {
  const { name, endpoint, parameters, body, bodyKinds } = described;
  const { access, method, path, summary, description } = endpoint;
  return markup`<article class="endpoint" id="${name}">
<header>
<h2><a href="#${name}">${summary}</a></h2>
<p class="route">${methodTag(method)} <code>${pathMarkup(path)}</code></p>
</header>
<div class="told">
${description && markup`<p>${prose(description)}</p>`}
<p class="access"><span class="label">Access</span> ${accessRules[access]}</p>
${parameterFields('Path', parameters, 'path')}${parameterFields('Query', parameters, 'query')}${parameterFields('Headers', parameters, 'header')}${
    body &&
    bodies(
      body,
      bodyKinds.map((kind) => components[componentOf(kind) ?? ''] ?? kind),
    )
  }${errors(described)}
</div>
<div class="shown">
<figure><figcaption>Request</figcaption><pre tabindex="0"><code>${curlOf(described)}</code></pre></figure>
${answer(described)}
${tryIt(described)}</div>
</article>`;
};

const pathMarkup = (path: string): Markup =>
  markup`${path
    .split('/')
    .map((segment, index) => [
      index > 0 && markup`/<wbr>`,
      /^[:*]/.test(segment) ? markup`<var>${segment}</var>` : segment,
    ])}`;

const section = (title: string, content: Markup): Markup => markup`<h3>${title}</h3>${content}`;

const bodies = (body: JsonSchema, kinds: readonly JsonSchema[]): Markup =>
  markup`${
    kinds.length === 0
      ? section('Body', fieldList(fieldsOf(body)))
      : kinds.map((kind) => section(`Body: ${kind.description ?? ''}`, fieldList(fieldsOf(kind))))
  }`;

const parameterFields = (
  title: string,
  parameters: readonly Parameter[],
  place: Parameter['in'],
): Markup | undefined => {
  const fields = parameters.filter((parameter) => parameter.in === place);
  if (fields.length === 0) return undefined;
  return section(
    title,
    fieldList(
      fields.map(({ name, required, schema, description }) => ({
        path: name,
        schema,
        description,
        isRequired: required && place !== 'path',
      })),
    ),
  );
};

const errors = ({ endpoint }: DescribedEndpoint): Markup => {
  const links = ownCodes(endpoint).map((code) => markup`<a href="#${code}"><code>${code}</code></a>`);
  const all = markup`<a href="#errors">those of every endpoint</a>`;
  return section('Errors', markup`<p class="errors">${joined([...links, all], ', ')}</p>`);
};

const answer = ({ endpoint, result }: DescribedEndpoint): Markup => {
  const { alsoAs = [], status } = endpoint;
  const statuses = markup`${status.map((number, index) => [index > 0 && ' or ', markup`<b>${number}</b>`])}`;
  if (!result) {
    return markup`<figure><figcaption>Answer ${statuses} <code>text/event-stream</code></figcaption>
<pre tabindex="0"><code>id: <a href="#Event">seq</a>\nevent: <a href="#event-names">name</a>\ndata: <a href="#Event">Event</a></code></pre></figure>`;
  }
  const shape = shapeOf({ properties: { ok: { const: true }, data: result }, required: ['ok', 'data'] });
  return markup`<figure><figcaption>Answer ${statuses}</figcaption>
<pre tabindex="0"><code>${shape}</code></pre>${alsoAs.map(alternative)}</figure>`;
};

const alternative = (mediaType: string): Markup =>
  markup`<p class="also"><code>Accept: ${mediaType}</code> asks for ${
    mediaType === 'text/event-stream' ? 'a live stream' : 'the content alone, without the envelope'
  }.</p>`;
