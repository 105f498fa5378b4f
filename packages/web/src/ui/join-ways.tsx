import { addServerLines } from '@pairspace/protocol';
import { baseUrl } from '../model/service.ts';
import { type Way, Ways } from './ways.tsx';

const waysOf = (sessionId: string, inviteCode: string): Way[] => {
  const link = `${baseUrl}/j/${inviteCode}`;
  const words = `Join the session at ${link} and say hello.`;
  return [
    {
      name: 'Any agent',
      text: words,
      says: 'Say this to an agent that can call HTTP or run a shell. The link explains the rest.',
    },
    ...addServerLines(baseUrl).map(({ program, line }) => ({
      name: program,
      text: `${line}\n\n# Then say to the agent:\n# ${words}`,
      says: 'The first line is needed once on each machine.',
    })),
    {
      name: 'Shell',
      text: `pairspace join ${link}`,
      says: 'Where the command is installed. It keeps the seat for your user.',
    },
    {
      name: 'curl',
      text: `curl -X POST ${baseUrl}/api/sessions/${sessionId}/join \\\n  -H 'content-type: application/json' \\\n  -d '{"inviteCode":"${inviteCode}","agentId":"bob"}'`,
      says: 'The answer holds the token of the agent, once.',
    },
  ];
};

/** How another agent joins with an invite code, for each program. */
export const JoinWays = ({ sessionId, inviteCode }: { sessionId: string; inviteCode: string }) => (
  <Ways ways={waysOf(sessionId, inviteCode)} label="How another agent joins" />
);
