import {
  accessRules,
  carriesSession,
  computedTaskFields,
  conflictReasons,
  type Endpoint,
  endpoints,
  Event,
  loggedNames,
  payloadSchema,
  pathIds,
  Warned,
  Delivery,
} from '../../protocol/src/index.ts';
import type { JsonSchema } from '../../server/src/reference/openapi/schemas.ts';
import { docstring, keywords, pascal, PythonTypes, quoted, sentence, snake, wrapped } from './python-types.ts';

// Writes the modules of the Python package that follow from the contract: types, the table of endpoints, and a method
// for each endpoint, once for threads and once for asyncio.

interface Field {
  /** The name on the wire, and the name of the argument. */
  name: string;
  argument: string;
  type: string;
  place: 'path' | 'query' | 'body';
  isRequired: boolean;
  /** The field takes None as a value of its own. */
  isNullable: boolean;
  description: string;
}

interface Method {
  name: string;
  endpoint: Endpoint;
  fields: Field[];
  result: string;
  /** The type of the items, if it is a list. */
  item: string | undefined;
}

const options = ['headers', 'timeout'];

const fieldsOf = (types: PythonTypes, owner: string, { path, params, query, body }: Endpoint): Field[] => {
  const { schemas } = types;
  const fieldsIn = (place: Field['place'], schema: JsonSchema = {}, required = schema.required ?? []): Field[] =>
    Object.entries(schema.properties ?? {}).map(([name, one]) => {
      const argument = snake(name);
      const type = types.typeOf(one, owner + pascal(name));
      return {
        name,
        argument: keywords.has(argument) || options.includes(argument) ? `${argument}_` : argument,
        type: type.replace(/^list\[/, 'Sequence[').replace(/^Optional\[list\[/, 'Optional[Sequence['),
        place,
        isRequired: required.includes(name),
        isNullable: type.startsWith('Optional['),
        description: one.description ?? '',
      };
    });
  const described = params ? (schemas.convert(params, 'output').properties ?? {}) : {};
  const ids = Array.from(path.matchAll(/\/[:*](\w+)/g), ([, name = '']) => name);
  const ofPath = ids.map((name): [string, JsonSchema] => {
    const id = pathIds[name];
    return [name, { ...(described[name] ?? (id ? schemas.convert(id, 'output') : {})), type: 'string' }];
  });
  return [
    ...fieldsIn('path', { properties: Object.fromEntries(ofPath) }, ids),
    // Query values are text that the service parses: their types are those of what they become.
    ...(query
      ? fieldsIn('query', schemas.convert(query, 'output'), schemas.convert(query, 'input').required ?? [])
      : []),
    ...(body ? fieldsIn('body', schemas.convert(body, 'input')) : []),
  ];
};

const methodOf = (types: PythonTypes, name: string, endpoint: Endpoint): Method => {
  const owner = pascal(name);
  const result = types.schemas.convert(endpoint.result, 'output');
  const type = types.typeOf(result, `${owner}Result`);
  const { items, nextCursor } = result.properties ?? {};
  const warned = (): string =>
    types.extend(
      `${type}Answered`,
      [type, types.typeOf(types.schemas.convert(Warned, 'output'), 'Warned')],
      `${type}, with the warnings of the request`,
    );
  return {
    name: snake(name),
    endpoint,
    fields: fieldsOf(types, owner, endpoint),
    result: payloadSchema(endpoint) !== endpoint.result && types.isClass(type) ? warned() : type,
    item: items?.items && nextCursor ? types.typeOf(items.items, `${owner}Item`) : undefined,
  };
};

const signatureOf = ({ fields }: Method): string[] => {
  const path = fields.filter(({ place }) => place === 'path');
  const rest = fields.filter(({ place }) => place !== 'path');
  const shown = ({ argument, type, isRequired, isNullable }: Field): string => {
    if (isRequired) return `${argument}: ${type}`;
    if (isNullable) return `${argument}: Union[${type}, Unset] = UNSET`;
    return `${argument}: Optional[${type}] = None`;
  };
  return [
    ...path.map(shown),
    '*',
    ...rest.filter(({ isRequired }) => isRequired).map(shown),
    ...rest.filter(({ isRequired }) => !isRequired).map(shown),
    'headers: Optional[Mapping[str, str]] = None',
    'timeout: Optional[float] = None',
  ];
};

const mappingOf = (fields: readonly Field[]): string =>
  `{${fields.map(({ name, argument }) => `${quoted(name)}: ${argument}`).join(', ')}}`;

const givenOf = (fields: readonly Field[]): string => {
  if (fields.length === 0) return '{}';
  const nullable = fields.filter(({ isNullable }) => isNullable);
  const usual = fields.filter(({ isNullable }) => !isNullable);
  return `given(${mappingOf(usual)}${nullable.length > 0 ? `, ${mappingOf(nullable)}` : ''})`;
};

const sourceOf = (method: Method): string => {
  const { name, endpoint, fields, result } = method;
  const of = (place: Field['place']): Field[] => fields.filter((field) => field.place === place);
  const params = mappingOf(of('path'));
  const body = endpoint.body ? givenOf(of('body')) : 'None';
  const { summary, description, access, conflicts = [] } = endpoint;
  const entry = (text: string): string[] => wrapped(text, '            ', '                ');
  const about = fields.flatMap((field) => entry(`${field.argument}: ${field.description}`));
  const reasons = conflicts.flatMap((reason) => entry(`\`${reason}\`: ${conflictReasons[reason]}`));
  const doc = docstring('        ', [
    wrapped(sentence(summary), '        '),
    description === undefined ? [] : wrapped(description, '        '),
    wrapped(`Access: ${accessRules[access]}`, '        '),
    about.length === 0 ? [] : ['        Args:', ...about],
    reasons.length === 0 ? [] : ['        Raises Conflict, with a reason:', ...reasons],
  ]);
  return [
    `    async def ${name}(`,
    ...['self', ...signatureOf(method)].map((argument) => `        ${argument},`),
    `    ) -> ${result}:`,
    ...doc,
    `        payload = await self._call(`,
    `            ${quoted(name)}, ${params}, ${givenOf(of('query'))}, ${body}, headers, timeout`,
    `        )`,
    `        return cast(${quoted(result)}, payload)`,
  ].join('\n');
};

const pagesOf = (methods: readonly Method[]): string => {
  const lists = methods.filter(({ item }) => item !== undefined);
  const overloads = lists.map(
    ({ name, item = '' }) =>
      `    @overload\n    def pages(self, name: Literal[${quoted(name)}], *args: Any, **given: Any) -> AsyncIterator[${item}]: ...`,
  );
  const pages = `    def pages(self, name: str, *args: Any, **given: Any) -> AsyncIterator[Any]:
        """The items of a list, page after page: \`client.pages("list_notes", session_id)\`."""
        raise NotImplementedError`;
  return [...overloads, pages].join('\n\n');
};

const callsOf = (methods: readonly Method[]): string => `class AsyncCalls:
    """A method for each endpoint of the contract. It takes all parts of the request and returns the payload."""

    async def _call(self, name: str, *parts: Any) -> Any:
        raise NotImplementedError

${methods.map(sourceOf).join('\n\n')}

${pagesOf(methods)}`;

/** The differences between the source for asyncio and that for threads, in this order. */
const replacements: readonly (readonly [RegExp, string])[] = [
  [/^.* {2}# asyncio\n/gm, ''],
  [/(?<=,) {2}# sync:|# sync: /g, ''],
  [/_Program\(self(\._client)?\)$/gm, '_Program(self$1, stop)'],
  [/^"""\n[^"]*"""\n/, '"""The client for threads, made from `_async`."""\n'],
  [/\bawait /g, ''],
  [/\basync (?=def |for )/g, ''],
  [/\bAwaitable\[T\]/g, 'T'],
  [/\b__a(?=enter__|exit__)/g, '__'],
  [/\ba(?=close\b|iter_bytes\b|next\b)/g, ''],
  [/\bAsyncGenerator\[Any, None\]/g, 'Generator[Any, None, None]'],
  [/\bAsync(?=[A-Z])/g, ''],
  [/\brun_worker_async\b/g, 'run_worker'],
  [/\b_aio\b/g, '_threads'],
];

/** The same source for threads. */
export const forThreads = (source: string): string =>
  replacements.reduce((text, [from, to]) => text.replace(from, to), source);

const made = '# Made from the contract of the service. To change it, change the contract.';

/** The modules by their file names. */
export const generateModules = (table: Readonly<Record<string, Endpoint>> = endpoints): Record<string, string> => {
  const types = new PythonTypes();
  const called = Object.entries(table).filter(([, { result }]) => result !== Event);
  const methods = called.map(([name, endpoint]) => methodOf(types, name, endpoint));
  for (const [name, schema] of Object.entries({ Event, Delivery }))
    types.typeOf(types.schemas.convert(schema, 'output'), name);
  const used = types.names;
  const calls = callsOf(methods);
  const rows = Object.entries(table).map(
    ([name, { method, path, countedAs }]) =>
      `    ${quoted(snake(name))}: Endpoint(${[method, path].map(quoted).join(', ')}${countedAs ? ', keyed=False' : ''}),`,
  );
  return {
    'types.py': `"""The entities of the service, with the names of the wire."""\n\n${made}\n\nfrom __future__ import annotations\n\nfrom typing import Any, Literal, Optional, TypedDict, Union\n\n__all__ = [\n${used.map((name) => `    ${quoted(name)},`).join('\n')}\n]\n\n\n${types.source}\n`,
    '_endpoints.py': `${made}\n\nfrom __future__ import annotations\n\nfrom ._core import Endpoint\n\nENDPOINTS = {\n${rows.join('\n')}\n}\n\nCOMPUTED_TASK_FIELDS = ${quoted(computedTaskFields)}\nSESSION_EVENTS = ${quoted(loggedNames.filter(carriesSession))}\n`,
    '_calls.py': `${made}\n\nfrom __future__ import annotations\n\nfrom typing import Any, AsyncIterator, Iterator, Literal, Mapping, Optional, Sequence, Union, cast, overload\n\nfrom ._core import UNSET, Unset, given\nfrom .types import (\n${used.map((name) => `    ${name},`).join('\n')}\n)\n\n\n${forThreads(calls)}\n\n\n${calls}\n`,
  };
};
