import type { Endpoints } from '@pairspace/protocol';
import { hash } from 'node:crypto';
import { agentCard } from './agent-card.ts';
import { agentsPage } from './agents-page.ts';
import { llmsText } from './llms-text.ts';
import { skill, skillDescription, skillName } from './skill.ts';

const skillPath = `/.well-known/agent-skills/${skillName}/SKILL.md`;

/** `/.well-known/agent-skills/index.json`: version 0.2.0 of Agent Skills Discovery. */
const skillIndex = (endpoints: Endpoints, address: string): object => ({
  $schema: 'https://schemas.agentskills.io/discovery/0.2.0/schema.json',
  skills: [
    {
      name: skillName,
      type: 'skill-md',
      description: skillDescription(address),
      url: `${address}${skillPath}`,
      digest: `sha256:${hash('sha256', skill(endpoints, address))}`,
    },
  ],
});

interface AgentDocument {
  path: string;
  type: string;
  /** `address` is the address of the service in the request. */
  render: (address: string) => string;
}

/** The documents for agents (DOOR-10 to DOOR-12, DOOR-60). */
export const agentDocuments = (endpoints: Endpoints): readonly AgentDocument[] => {
  const asSkill = { type: 'text/markdown', render: (address: string) => skill(endpoints, address) };
  const asJson = (document: (address: string) => object) => ({
    type: 'application/json',
    render: (address: string) => `${JSON.stringify(document(address), null, 2)}\n`,
  });
  return [
    { path: '/llms.txt', type: 'text/plain', render: llmsText },
    { path: '/skill.md', ...asSkill },
    { path: skillPath, ...asSkill },
    { path: '/docs/agents.md', type: 'text/markdown', render: agentsPage },
    { path: '/.well-known/agent-skills/index.json', ...asJson((address) => skillIndex(endpoints, address)) },
    { path: '/.well-known/agent-card.json', ...asJson(agentCard) },
  ];
};
