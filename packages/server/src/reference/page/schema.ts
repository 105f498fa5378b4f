import { componentOf, type JsonSchema } from '../openapi/schemas.ts';
import { joined, type Markup, markup, prose } from './markup.ts';

/** A field that callers send, alone or inside objects. */
interface Field {
  path: string;
  schema: JsonSchema;
  description?: string | undefined;
  isRequired: boolean;
}

/** A value of more choices than this is described where they are listed. */
const mostChoices = 6;

/** A type in one line; objects of the contract are links to where they are described. */
export const typeOf = (schema: JsonSchema): Markup => {
  const component = componentOf(schema);
  if (component !== undefined) return markup`<a href="#${component}">${component}</a>`;
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return joined(choices.map(typeOf), ' | ');
  if (schema.const !== undefined) return markup`${JSON.stringify(schema.const)}`;
  if (schema.enum && schema.enum.length <= mostChoices)
    return markup`${schema.enum.map((value) => JSON.stringify(value)).join(' | ')}`;
  if (schema.items) {
    const item = typeOf(schema.items);
    return (schema.items.anyOf ?? schema.items.enum) ? markup`(${item})[]` : markup`${item}[]`;
  }
  if (schema.properties) return markup`{ ${joined(membersOf(schema), ', ')} }`;
  if (schema.additionalProperties) return markup`{ [name]: ${typeOf(schema.additionalProperties)} }`;
  if (schema.format === 'date-time') return markup`time`;
  return markup`${[schema.type ?? 'any'].flat().join(' | ')}`;
};

const membersOf = ({ properties = {}, required = [] }: JsonSchema): Markup[] =>
  Object.entries(properties).map(
    ([name, schema]) => markup`${name}${required.includes(name) ? '' : '?'}: ${typeOf(schema)}`,
  );

const count = (value: number): string => value.toLocaleString('en-US');

const span = (min: number | undefined, max: number | undefined, unit: string): string | undefined => {
  if (min !== undefined && max !== undefined) return `${count(min)}–${count(max)}${unit}`;
  if (max !== undefined) return `at most ${count(max)}${unit}`;
  return min === undefined ? undefined : `at least ${count(min)}${unit}`;
};

/** The constraints of a value besides its type. */
export const constraintsOf = (schema: JsonSchema): Markup[] => {
  const { minLength, maxLength, minimum, exclusiveMinimum, maximum, pattern } = schema;
  const least = minimum ?? (exclusiveMinimum === undefined ? undefined : exclusiveMinimum + 1);
  const length = minLength === 1 && maxLength === undefined ? 'not empty' : span(minLength, maxLength, ' characters');
  return [
    ...[span(least, maximum, ''), length].filter((text) => text !== undefined).map((text) => markup`${text}`),
    ...(pattern === undefined ? [] : [markup`matches <code>${pattern}</code>`]),
    ...(schema.default === undefined ? [] : [markup`default <code>${JSON.stringify(schema.default)}</code>`]),
  ];
};

const fieldItem = ({ path, schema, description, isRequired }: Field): Markup => {
  const constraints = constraintsOf(schema);
  return markup`<dt><code class="field">${path}</code>
<span class="type">${typeOf(schema)}</span>${isRequired && markup` <span class="required">required</span>`}</dt>
<dd>${description && markup`<p>${prose(description)}</p>`}${
    constraints.length > 0 && markup`<p class="constraints">${joined(constraints, ' · ')}</p>`
  }</dd>`;
};

export const fieldList = (fields: readonly Field[]): Markup => markup`<dl class="fields">${fields.map(fieldItem)}</dl>`;

/** The fields of a body, those of objects inside it after them, under `outer.inner`. */
export const fieldsOf = ({ properties = {}, required = [] }: JsonSchema, outer = ''): Field[] =>
  Object.entries(properties).flatMap(([name, schema]) => {
    const path = outer + name;
    return [
      { path, schema, description: schema.description, isRequired: required.includes(name) },
      ...(schema.items ? fieldsOf(schema.items, `${path}[].`) : fieldsOf(schema, `${path}.`)),
    ];
  });

/** The fields of an object that callers get. */
export const memberList = ({ properties, required = [], ...schema }: JsonSchema): Markup =>
  properties === undefined
    ? markup`<p class="type">${typeOf(schema)}</p>`
    : markup`<dl class="members">${Object.entries(properties).map(
        ([name, schema]) => markup`<div><dt><code class="field">${name}</code></dt>
<dd><span class="type">${typeOf(schema)}</span>${
          !required.includes(name) && markup` <span class="optional">sometimes</span>`
        }${schema.description && markup`<p>${prose(schema.description)}</p>`}</dd></div>\n`,
      )}</dl>`;

/** The shape of a value as it is written, with types in the place of values. */
export const shapeOf = (schema: JsonSchema, indent = ''): Markup => {
  if (schema.items && !schema.items.properties) return markup`[${typeOf(schema.items)}, …]`;
  if (!schema.properties) return typeOf(schema);
  const deeper = `${indent}  `;
  const lines = Object.entries(schema.properties).map(([name, property]) => {
    const mark = schema.required?.includes(name) ? '' : '?';
    return markup`\n${deeper}<b>${name}</b>${mark}: ${shapeOf(property, deeper)}`;
  });
  return markup`{${joined(lines, ',')}\n${indent}}`;
};
