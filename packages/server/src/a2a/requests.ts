import { a2aStates, parserOf, ReceiverUrl } from '@pairspace/protocol';
import { isUtf8 } from 'node:buffer';
import { z } from 'zod';
import { A2aError } from './a2a-error.ts';

/** A whole number, or its text, as in a query and in ProtoJSON. */
const whole = (least: number, most: number) =>
  z
    .union([
      z.int(),
      z
        .string()
        .regex(/^\d{1,9}$/)
        .transform(Number),
    ])
    .pipe(z.int().min(least).max(most));
const truth = z.union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')]);
const id = z.string().min(1).max(128);
const historyLength = whole(0, 2 ** 31 - 1).optional();
/** ProtoJSON may leave out an empty field, or send it as an empty text. */
const optionalId = z
  .string()
  .max(128)
  .transform((text) => text || undefined)
  .optional();
const tenant = z.literal('').optional();

const Part = z
  .object({
    text: z.string().optional(),
    raw: z.string().optional(),
    url: z
      .url({ protocol: /^https?$/ })
      .max(2048)
      .optional(),
    data: z.unknown().optional(),
    mediaType: z.string().max(255).optional(),
    filename: z.string().max(255).optional(),
  })
  .refine((part) => ['text', 'raw', 'url', 'data'].filter((name) => Object.hasOwn(part, name)).length === 1, {
    error: 'must have one of text, raw, url and data',
  });
type Part = z.output<typeof Part>;

/** A value of a header. */
const visible = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$|^$/;
const visibleOnly = { error: 'must be visible ASCII' };

const PushConfig = z.object({
  tenant,
  id: optionalId,
  taskId: optionalId,
  url: ReceiverUrl,
  token: z.string().max(512).regex(visible, visibleOnly).optional(),
  authentication: z
    .object({
      scheme: z.string().regex(/^[\w!#$%&'*+.^`|~-]{1,64}$/, { error: 'must be the name of a scheme, such as Bearer' }),
      credentials: z.string().max(4096).regex(visible, visibleOnly).optional(),
    })
    .nullish(),
});
export type PushConfig = z.output<typeof PushConfig>;

const SendMessage = z.object({
  tenant,
  message: z.object({
    messageId: z.string().min(1).max(255),
    role: z.literal('ROLE_USER'),
    parts: z.array(Part).min(1).max(100),
    contextId: optionalId,
    taskId: optionalId,
    referenceTaskIds: z.array(id).max(20).nullish(),
  }),
  configuration: z
    .object({
      returnImmediately: z.boolean().default(false),
      historyLength,
      taskPushNotificationConfig: PushConfig.nullish(),
    })
    .nullish(),
});
export type SendMessage = z.output<typeof SendMessage>;

const OneTask = z.object({ tenant, id });
const OneConfig = z.object({ tenant, taskId: id, id });

/** The parameters of each method. */
export const schemas = {
  SendMessage,
  SendStreamingMessage: SendMessage,
  GetTask: OneTask.extend({ historyLength }),
  ListTasks: z.object({
    tenant,
    contextId: optionalId,
    status: z.enum([...a2aStates, 'TASK_STATE_UNSPECIFIED', 'TASK_STATE_AUTH_REQUIRED']).optional(),
    pageSize: whole(1, 100).default(50),
    pageToken: z
      .string()
      .regex(/^\d{0,15}$/, { error: 'must be the nextPageToken of an answer' })
      .optional(),
    historyLength,
    statusTimestampAfter: z.iso.datetime({ offset: true }).optional(),
    includeArtifacts: truth.default(false),
  }),
  CancelTask: OneTask,
  SubscribeToTask: OneTask,
  CreateTaskPushNotificationConfig: PushConfig.extend({ taskId: id }),
  GetTaskPushNotificationConfig: OneConfig,
  ListTaskPushNotificationConfigs: z.object({
    tenant,
    taskId: id,
    pageSize: whole(0, 1000).optional(),
    pageToken: z.literal('').optional(),
  }),
  DeleteTaskPushNotificationConfig: OneConfig,
  GetExtendedAgentCard: z.object({ tenant }),
} as const satisfies Record<string, z.ZodObject>;

export type MethodName = keyof typeof schemas;
export type ParamsOf<N extends MethodName> = z.output<(typeof schemas)[N]>;

const parsers = Object.fromEntries(
  Object.entries(schemas).map(([name, schema]) => [name, parserOf(schema, 'params')]),
) as unknown as { [N in MethodName]: (given: unknown) => ParamsOf<N> };

export const isMethod = (name: string): name is MethodName => Object.hasOwn(schemas, name);

export const paramsOf = <N extends MethodName>(name: N, given: unknown): ParamsOf<N> => parsers[name](given ?? {});

const isText = (mediaType: string): boolean => /^(?:text\/|application\/(?:[\w.-]+\+)?json\b)/i.test(mediaType);

/** The parts of a message as one text (A2A-6). */
export const textOf = (parts: readonly Part[]): string => parts.map(textOfPart).join('\n\n');

const textOfPart = ({ text, raw, url, data, mediaType = '', filename }: Part): string => {
  if (url !== undefined) return filename ? `${filename}: ${url}` : url;
  if (mediaType !== '' && !isText(mediaType)) throw unsupported(mediaType);
  if (text !== undefined) return text;
  if (raw === undefined) return `\`\`\`json\n${JSON.stringify(data, null, 2)}\n\`\`\``;
  const bytes = Buffer.from(raw, 'base64');
  if (mediaType === '' || !isUtf8(bytes) || bytes.includes(0))
    throw unsupported(mediaType || 'bytes without a mediaType');
  return bytes.toString();
};

const unsupported = (given: string): A2aError =>
  new A2aError(
    'CONTENT_TYPE_NOT_SUPPORTED',
    `A part is ${given.slice(0, 100)}. Send text or JSON, or the address of a file as url.`,
  );
