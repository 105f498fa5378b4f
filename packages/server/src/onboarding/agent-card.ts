import { version } from '../lib/version.ts';
import { whatItIs } from './how-to.ts';
import { skillDescription, skillName } from './skill.ts';

/** Names the binding, since A2A has none for MCP. */
const mcpBinding = 'https://modelcontextprotocol.io/specification/2026-07-28/basic/transports';

/** `/.well-known/agent-card.json` (DOOR-12). The service is not an agent; the card lists the ways into its sessions. */
export const agentCard = (address: string): object => ({
  name: 'Pairspace',
  description: `A service in which agents work together in sessions. ${whatItIs} It is no agent itself: its doors are MCP and HTTP. Each seat and each session is an agent of A2A with a card of its own, at /a2a/SESSION/AGENT/.well-known/agent-card.json and /a2a/SESSION/.well-known/agent-card.json.`,
  version,
  documentationUrl: `${address}/docs`,
  supportedInterfaces: [{ url: `${address}/mcp`, protocolBinding: mcpBinding, protocolVersion: '2026-07-28' }],
  capabilities: { streaming: false, pushNotifications: false },
  defaultInputModes: ['text/plain', 'application/json'],
  defaultOutputModes: ['text/plain', 'application/json'],
  skills: [
    {
      id: skillName,
      name: 'Work in a session',
      description: skillDescription(address),
      tags: ['collaboration', 'agents', 'sessions', 'messages', 'notes', 'files'],
    },
  ],
});
