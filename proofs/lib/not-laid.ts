import { laidBy } from './key-world.ts';

/** The fields that hold what lets its holder act. */
const secretFields = new Set([
  'agentToken',
  'observerToken',
  'workerToken',
  'recoveryCode',
  'agentKey',
  'key',
  'inviteCode',
]);

/** The endpoints of a service that answer a token, a code or a key, as its OpenAPI document says, without `laidBy`. */
export const notLaid = async (url: string): Promise<string[]> => {
  const document = (await (await fetch(`${url}/api/openapi.json`)).json()) as {
    paths: Record<string, Record<string, { operationId: string; responses: Record<string, unknown> }>>;
    components: { schemas: Record<string, unknown> };
  };
  const fieldsOf = (value: unknown, seen: ReadonlySet<string>): string[] => {
    if (typeof value !== 'object' || value === null) return [];
    return Object.entries(value).flatMap(([name, member]) => {
      if (name === '$ref' && typeof member === 'string') {
        const schema = member.split('/').at(-1) ?? '';
        return seen.has(schema) ? [] : fieldsOf(document.components.schemas[schema], new Set([...seen, schema]));
      }
      const own = name === 'properties' ? Object.keys(member as object).filter((field) => secretFields.has(field)) : [];
      return ['example', 'examples', 'description'].includes(name) ? [] : [...own, ...fieldsOf(member, seen)];
    });
  };
  return Object.values(document.paths).flatMap((methods) =>
    Object.values(methods).flatMap(({ operationId, responses }) => {
      // A session shows its codes where it was made; the endpoints that make one answer them beside it as well.
      const fields = fieldsOf(responses['201'] ?? responses['200'], new Set(['Session']));
      // The code of a session is shown with the session; what the end does to it, `reinvite` tries.
      const isShown = fields.every((field) => field === 'inviteCode');
      return isShown || operationId in laidBy ? [] : [operationId];
    }),
  );
};
