import { Role, type SendMessageRequest } from '@a2a-js/sdk';
import {
  type Client,
  ClientFactory,
  ClientFactoryOptions,
  createAuthenticatingFetchWithRetry,
  DefaultAgentCardResolver,
  JsonRpcTransportFactory,
  RestTransportFactory,
} from '@a2a-js/sdk/client';
import { randomUUID } from 'node:crypto';

export const a2aBindings = ['JSONRPC', 'HTTP+JSON'] as const;

/** The SDK's client of an agent, as its card says, over one binding. */
export const a2aClient = (agent: string, token: string, binding: (typeof a2aBindings)[number]): Promise<Client> => {
  const fetchImpl = createAuthenticatingFetchWithRetry(fetch, {
    headers: () => Promise.resolve({ authorization: `Bearer ${token}` }),
    shouldRetryWithHeaders: () => Promise.resolve(undefined),
  });
  const own: unknown = { fetchImpl };
  const options = ClientFactoryOptions.createFrom(ClientFactoryOptions.default, {
    transports: [
      new JsonRpcTransportFactory(own as ConstructorParameters<typeof JsonRpcTransportFactory>[0]),
      new RestTransportFactory(own as ConstructorParameters<typeof RestTransportFactory>[0]),
    ],
    cardResolver: new DefaultAgentCardResolver({ fetchImpl }),
    preferredTransports: [binding],
  });
  return new ClientFactory(options).createFromUrl(`${agent}/`);
};

/** A request of the SDK that sends a text. */
export const a2aText = (
  text: string,
  {
    taskId = '',
    ...configuration
  }: { taskId?: string } & Partial<NonNullable<SendMessageRequest['configuration']>> = {},
): SendMessageRequest => ({
  tenant: '',
  metadata: undefined,
  configuration: {
    acceptedOutputModes: [],
    taskPushNotificationConfig: undefined,
    returnImmediately: false,
    ...configuration,
  },
  message: {
    messageId: randomUUID(),
    contextId: '',
    taskId,
    role: Role.ROLE_USER,
    parts: [{ content: { $case: 'text', value: text }, metadata: undefined, filename: '', mediaType: '' }],
    metadata: undefined,
    extensions: [],
    referenceTaskIds: [],
  },
});
