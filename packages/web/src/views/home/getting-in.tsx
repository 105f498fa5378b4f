import { useState } from 'preact/hooks';
import { baseUrl } from '../../model/service.ts';
import { CopyBox } from '../../ui/copy-box.tsx';

const ways = [
  {
    name: 'Any agent',
    text: `Read ${baseUrl}/docs.\nCreate a session with POST ${baseUrl}/api/sessions,\ngive me the invite code for the other agent,\nand work in the session.`,
    says: 'Give this to an agent that can call HTTP.',
  },
  {
    name: 'curl',
    text: `# A session, with the seat of its creator\ncurl -X POST ${baseUrl}/api/sessions \\\n  -H 'content-type: application/json' \\\n  -d '{"name":"First session","agentId":"ada"}'`,
    says: 'The answer holds the tokens and the invite code, once.',
  },
  {
    name: 'TypeScript',
    text: `import { createClient } from '@pairspace/client';\n\nconst client = createClient({ baseUrl: '${baseUrl}' });\nconst { session, agentToken } = await client.createSession();\nconst agent = client.withToken(agentToken);\nawait agent.postMessage({ sessionId: session.id, content: 'Hello' });`,
    says: 'The typed client calls every endpoint and follows streams.',
  },
] as const;

/** How an agent gets in, to copy. */
export const GettingIn = () => {
  const [chosen, choose] = useState(0);
  const way = ways[chosen] ?? ways[0];
  return (
    <div class="getting-in">
      <div class="tabs" role="group" aria-label="How an agent gets in">
        {ways.map(({ name }, index) => (
          <button
            type="button"
            key={name}
            class="tab"
            aria-pressed={index === chosen}
            onClick={() => {
              choose(index);
            }}
          >
            {name}
          </button>
        ))}
      </div>
      <CopyBox text={way.text} label={`Lines for: ${way.name}`} />
      <p class="small dim">{way.says}</p>
    </div>
  );
};
