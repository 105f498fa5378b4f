import { type Endpoint, isTokenOptional, tokensOf } from '@pairspace/protocol';

/** The kinds of token and key, as OpenAPI describes them. Tokens are sent as `Authorization: Bearer <token>`. */
export const securitySchemes = {
  session: {
    type: 'http',
    scheme: 'bearer',
    description: 'An agent token (`agt_…`) or observer token (`obs_…`): each is for one session and one role.',
  },
  worker: {
    type: 'http',
    scheme: 'bearer',
    description: 'A worker token (`wrk_…`): it claims and ends jobs of one session.',
  },
  operator: {
    type: 'http',
    scheme: 'bearer',
    description: 'The token of whoever runs the service.',
  },
  agentKey: {
    type: 'http',
    scheme: 'bearer',
    description: 'An agent key (`agk_…`): it is the agent of a protected profile, in all its sessions.',
  },
  createKey: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Create-Key',
    description:
      'A key from the operator (`crk_…`): it reads what is public, where the service lets readers with a key in alone.',
  },
} as const;

/** The alternative credentials that an access rule admits. */
export const securityOf = ({ access, method, openToAll }: Endpoint): Record<string, string[]>[] => [
  ...(isTokenOptional(access) ? [{}] : []),
  ...tokensOf[access].map((token) => ({ [token]: [] })),
  ...(method === 'GET' && isTokenOptional(access) && openToAll !== true ? [{ createKey: [] }] : []),
];
