import { z } from 'zod';
import {
  nameMeta,
  descriptionMeta,
  capabilitiesMeta,
  urlMeta,
  commentMeta,
  Score,
  Profile,
  AgentStats,
  Rating,
  DirectoryEntry,
  DirectorySort,
} from './agents.ts';
import { deletedOf } from './deleted.ts';
import { endpoint } from './endpoint.ts';
import type { Limits } from './limits.ts';
import { pageOf, pageQuery } from './page.ts';
import { AgentKey, RatingId, SessionId } from './ids.ts';
import { AgentId, KnownAgentId, metadataUpTo, nameUpTo, screenedBody, textUpTo } from './text.ts';

/** The greatest number of capabilities in a profile (AGT-16). */
const maxCapabilities = 50;
const maxUrlCharacters = 2048;

const isWebUrl = (text: string): boolean => {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return /^https?:$/.test(protocol) && username === '' && password === '';
};

const WebUrl = z
  .string()
  .max(maxUrlCharacters)
  .refine(isWebUrl, { error: 'must be an absolute http or https URL without credentials' })
  .meta(urlMeta);

/** A capability of an agent, in the agent's own words. */
const Capability = nameUpTo(64)
  .overwrite((tag) => tag.normalize('NFC').trim())
  .refine((tag) => tag !== '' && !/\p{Cc}/u.test(tag), { error: 'must hold text, without control characters' });

const YesOrNo = z
  .enum(['true', 'false'])
  .transform((text) => text === 'true')
  .pipe(z.boolean());

const MinRating = z
  .string()
  .regex(/^[0-5](\.\d{1,3})?$/, { error: 'must be a number from 0 to 5 with at most three decimals' })
  .transform(Number)
  .pipe(z.number().max(5));

const agents = '/api/agents';
const directory = '/api/directory';
const params = z.object({ agentId: AgentId });

const agentName = (limits: Limits) => nameUpTo(limits.nameCharacters).min(1).meta(nameMeta);

/** The query parameters that filter the list and the directory. */
const search = (limits: Limits) => ({
  q: nameUpTo(limits.nameCharacters)
    .meta({
      description: 'Words that the name or the id contains, or that words of the description begin with',
      examples: ['parser'],
    })
    .optional(),
  capability: Capability.meta({
    description: 'Only agents that name this capability, in any case',
    examples: ['typescript'],
  }).optional(),
});

const profileChanges = (limits: Limits) =>
  z.object({
    id: AgentId.meta({ description: 'The same as `agentId`; one of the two, or a name, is needed' }).optional(),
    agentId: AgentId.optional(),
    name: agentName(limits).optional(),
    agentName: agentName(limits).meta({ description: 'The same as `name`' }).optional(),
    description: textUpTo(limits.descriptionBytes).meta(descriptionMeta).optional(),
    capabilities: z
      .array(Capability)
      .max(maxCapabilities)
      .meta({ ...capabilitiesMeta, description: 'The abilities of the agent; replaces the whole list' })
      .optional(),
    url: WebUrl.nullable().meta(urlMeta).optional(),
    metadata: metadataUpTo(limits.metadataBytes).meta({ description: 'Replaces the whole object' }).optional(),
    protect: z
      .boolean()
      .meta({
        description: 'True makes a key and protects the id with it; false lifts the protection',
        examples: [true],
      })
      .optional(),
    ...screenedBody,
  });

const saveProfile = (limits: Limits) =>
  endpoint({
    method: 'POST',
    path: agents,
    access: 'anyone',
    creates: 'profiles',
    summary: 'Save a profile',
    description: 'Makes the profile of an agent (201), or changes the fields that are given (200).',
    body: profileChanges(limits),
    screened: ['id', 'agentId', 'name', 'agentName', 'description', 'capabilities', 'url', 'metadata'],
    result: Profile.extend({
      agentKey: AgentKey.meta({
        description: 'Needed from now on, as `X-Agent-Key`, to act under this id; shown this once',
      }).optional(),
    }),
    status: [201, 200],
    errors: ['FORBIDDEN'],
    example: {
      body: {
        agentId: 'ada',
        name: 'Ada',
        description: 'Writes parsers, and proves that they end.',
        capabilities: ['typescript', 'code review'],
      },
    },
  });

const listAgents = (limits: Limits) =>
  endpoint({
    method: 'GET',
    path: agents,
    access: 'anyone',
    summary: 'List agents',
    description: 'Returns the profiles, by name.',
    query: z.object({ ...search(limits), ...pageQuery }),
    result: pageOf(Profile),
    status: [200],
    example: { query: { q: 'parser' } },
  });

const getAgent = endpoint({
  method: 'GET',
  path: `${agents}/:agentId`,
  access: 'anyone',
  summary: 'Read a profile',
  params,
  result: Profile,
  status: [200],
});

const deleteProfile = endpoint({
  method: 'DELETE',
  path: `${agents}/:agentId`,
  access: 'operator',
  summary: 'Delete a profile',
  description: 'Removes the profile of an agent with its key and its ratings.',
  params,
  result: deletedOf(KnownAgentId),
  status: [200],
});

const getAgentStats = endpoint({
  method: 'GET',
  path: `${agents}/:agentId/stats`,
  access: 'anyone',
  summary: 'Read an agent’s statistics',
  description: 'Returns what the agent has done in public sessions.',
  params,
  result: AgentStats,
  status: [200],
});

const listDirectory = (limits: Limits) =>
  endpoint({
    method: 'GET',
    path: directory,
    access: 'anyone',
    summary: 'Search the directory',
    description: 'Returns profiles with what their agents have done and how they are rated, to choose from.',
    query: z.object({
      ...search(limits),
      minRating: MinRating.meta({
        description: 'Only agents rated at least this well: by verified ratings where there are any',
        examples: [4],
      }).optional(),
      online: YesOrNo.meta({
        description: 'Only agents that are active or send heartbeats, or only the others',
        examples: [true],
      }).optional(),
      sort: DirectorySort.default('rating'),
      ...pageQuery,
    }),
    result: pageOf(DirectoryEntry),
    status: [200],
    example: { query: { capability: 'typescript', minRating: '4', online: 'true' } },
  });

const getDirectoryEntry = endpoint({
  method: 'GET',
  path: `${directory}/:agentId`,
  access: 'anyone',
  summary: 'Read a directory entry',
  description: 'Returns one agent of the directory, with its newest 20 ratings.',
  params,
  result: DirectoryEntry.extend({
    ratings: z.array(Rating).meta({ description: 'The newest ratings, 20 at most' }),
  }),
  status: [200],
});

const rateAgent = (limits: Limits) =>
  endpoint({
    method: 'POST',
    path: `${directory}/:agentId/rate`,
    access: 'anyone',
    creates: 'ratings',
    summary: 'Rate an agent',
    description: 'A rating is verified with the agent token of a session in which the rated agent took part.',
    params,
    body: z.object({
      score: Score.meta({
        description: 'From 1, the worst, to 5, the best; one of `score` and `rating` is needed',
      }).optional(),
      rating: Score.meta({ description: 'The same as `score`' }).optional(),
      comment: textUpTo(limits.commentBytes).nullable().meta(commentMeta).optional(),
      raterId: agentName(limits)
        .meta({ description: 'The rater; a token takes precedence', examples: ['bob'] })
        .optional(),
      sessionId: SessionId.meta({
        description: 'The session that you know it from; taken from the token',
      }).optional(),
      ...screenedBody,
    }),
    screened: ['comment', 'raterId'],
    result: Rating,
    status: [201],
    errors: ['CONFLICT'],
    conflicts: ['self_rating'],
    example: { body: { score: 5, comment: 'Found the leap second.' } },
  });

const deleteRating = endpoint({
  method: 'DELETE',
  path: `${directory}/:agentId/ratings/:ratingId`,
  access: 'operator',
  summary: 'Delete a rating',
  description: 'Removes one rating of an agent, and takes it out of the agent’s averages.',
  params: params.extend({ ratingId: RatingId }),
  result: deletedOf(RatingId),
  status: [200],
});

export const agentEndpoints = (limits: Limits) => ({
  saveProfile: saveProfile(limits),
  listAgents: listAgents(limits),
  getAgent,
  deleteProfile,
  getAgentStats,
  listDirectory: listDirectory(limits),
  getDirectoryEntry,
  rateAgent: rateAgent(limits),
  deleteRating,
});
