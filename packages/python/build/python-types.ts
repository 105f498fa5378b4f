import { type JsonSchema, JsonSchemas } from '../../server/src/reference/openapi/schemas.ts';

export const keywords = new Set(
  'False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield self'.split(
    ' ',
  ),
);

export const snake = (name: string): string =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1_$2')
    .toLowerCase();
export const pascal = (name: string): string =>
  name
    .split(/[^A-Za-z0-9]/)
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join('');
export const quoted = (value: unknown): string =>
  typeof value === 'boolean' ? pascal(String(value)) : JSON.stringify(value);
const isName = (name: string): boolean => /^[A-Za-z_]\w*$/.test(name) && !keywords.has(name);

const width = 116;

/** Lines of a docstring, each at most as wide as the file. */
export const wrapped = (text: string, indent: string, hanging = indent): string[] => {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/)) {
    const start = lines.length === 0 ? indent : hanging;
    if (line !== '' && `${start}${line} ${word}`.length > width) {
      lines.push(start + line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, (lines.length === 0 ? indent : hanging) + line];
};

export const sentence = (text: string): string => (/[.!?…)]$/.test(text) ? text : `${text}.`);

export const docstring = (indent: string, parts: readonly (readonly string[])[]): string[] => {
  const lines = parts.filter((part) => part.length > 0).flatMap((part, index) => (index === 0 ? part : ['', ...part]));
  return [`${indent}"""`, ...lines, `${indent}"""`].map((line, index, all) =>
    index === 0 || index === all.length - 1 ? line : line.replaceAll('\\', '\\\\').replaceAll('"""', "'''"),
  );
};

const plainTypes: Readonly<Record<string, string>> = {
  string: 'str',
  integer: 'int',
  number: 'float',
  boolean: 'bool',
  null: 'None',
};

/** The types of the contract as Python types. An object becomes a class with the names of the wire. */
export class PythonTypes {
  readonly schemas = new JsonSchemas();
  readonly #classes = new Map<string, string>();

  /** The type of a schema; `name` is that of the class, if it needs one. */
  typeOf(schema: JsonSchema, name: string): string {
    const { $ref, type, anyOf, oneOf, allOf, properties, additionalProperties, items } = schema;
    if ($ref !== undefined) return this.#component($ref.split('/').at(-1) ?? '');
    if (schema.const !== undefined) return `Literal[${quoted(schema.const)}]`;
    if (schema.enum) return `Literal[${schema.enum.map(quoted).join(', ')}]`;
    const variants = anyOf ?? oneOf;
    if (variants) {
      const isOneObject = variants.filter(({ properties: fields }) => fields).length < 2;
      return union(
        variants.map((variant, index) => this.typeOf(variant, isOneObject ? name : `${name}${String(index + 1)}`)),
      );
    }
    if (allOf?.length === 1 && allOf[0]) return this.typeOf(allOf[0], name);
    if (Array.isArray(type)) return union(type.map((one) => this.typeOf({ ...schema, type: one }, name)));
    if (type === 'array') return `list[${items ? this.typeOf(items, name.replace(/(?<!s)s$/, '')) : 'Any'}]`;
    if (type !== 'object') return plainTypes[type ?? ''] ?? 'Any';
    if (properties) return this.#declare(name, schema);
    return `dict[str, ${additionalProperties ? this.typeOf(additionalProperties, name) : 'Any'}]`;
  }

  isClass(name: string): boolean {
    return this.#classes.get(name)?.includes(`class ${name}(`) === true;
  }

  /** A class with the fields of another and those of further ones. */
  extend(name: string, bases: readonly string[], description: string): string {
    this.#classes.set(
      name,
      [`class ${name}(${bases.join(', ')}):`, ...docstring('    ', [wrapped(sentence(description), '    ')])].join(
        '\n',
      ),
    );
    return name;
  }

  get names(): string[] {
    return [...this.#classes.keys()].filter((name) => !name.startsWith('_'));
  }

  get source(): string {
    return [...this.#classes.values()].join('\n\n\n');
  }

  #component(name: string): string {
    if (this.#classes.has(name)) return name;
    const schema = this.schemas.components[name];
    if (!schema) throw new Error(`There is no component ${name}.`);
    if (schema.properties) return this.#declare(name, schema);
    // A name of its own, so that a component that refers to itself ends.
    this.#classes.set(name, '');
    const type = this.typeOf(schema, `${name}Value`);
    this.#classes.delete(name);
    this.#classes.set(name, `#: ${schema.description ?? name}\n${name} = ${type}`);
    return name;
  }

  #declare(name: string, { properties = {}, required = [], description }: JsonSchema): string {
    if (this.#classes.has(name)) return name;
    this.#classes.set(name, '');
    const fields = Object.entries(properties).map(([field, schema]) => ({
      field,
      type: this.typeOf(schema, name + pascal(field)),
      isRequired: required.includes(field),
      description: schema.description ?? '',
    }));
    this.#classes.delete(name);
    const about = fields.map((field) => wrapped(`${field.field}: ${field.description}`, '    ', '        '));
    const doc = docstring('    ', [wrapped(sentence(description ?? `The fields of ${name}`), '    '), about.flat()]);
    const [needed, optional] = [true, false].map((wanted) =>
      fields.filter(({ isRequired }) => isRequired === wanted),
    ) as [typeof fields, typeof fields];
    const lines = (those: typeof fields): string[] => those.map(({ field, type }) => `    ${field}: ${type}`);
    const base = `_${name}Required`;
    if (needed.some(({ field }) => !isName(field))) {
      const entries = needed.map(({ field, type }) => `${quoted(field)}: ${quoted(type)}`).join(', ');
      this.#classes.set(base, `${base} = TypedDict("${base}", {${entries}})`);
    } else if (needed.length > 0 && optional.length > 0) {
      this.#classes.set(base, [`class ${base}(TypedDict):`, ...lines(needed)].join('\n'));
    }
    const hasBase = this.#classes.has(base);
    const own = lines(hasBase ? optional : fields);
    const head = `class ${name}(${hasBase ? base : 'TypedDict'}${optional.length > 0 ? ', total=False' : ''}):`;
    this.#classes.set(name, [head, ...doc, ...(own.length > 0 ? [''] : []), ...own].join('\n'));
    return name;
  }
}

const union = (types: readonly string[]): string => {
  const distinct = [...new Set(types)];
  if (distinct.length === 1) return distinct[0] ?? 'Any';
  const rest = distinct.filter((type) => type !== 'None');
  const joined = rest.length === 1 ? (rest[0] ?? 'Any') : `Union[${rest.join(', ')}]`;
  return rest.length === distinct.length ? joined : `Optional[${joined}]`;
};
