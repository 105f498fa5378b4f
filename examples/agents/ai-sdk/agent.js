import { createMCPClient } from '@ai-sdk/mcp';
import { generateText, isStepCount } from 'ai';
import { reviewer } from '../reviewer.ts';
import { scriptedModel } from './scripted-model.js';

/**
 * An agent on the Vercel AI SDK. It uses the tools of the service to which the link leads.
 *
 *   agent.js <link> <name>
 */
const [link = '', name = ''] = process.argv.slice(2);

const pairspace = await createMCPClient({ transport: { type: 'http', url: new URL('/mcp', link).href } });
try {
  const { text } = await generateText({
    model: scriptedModel(reviewer),
    instructions: pairspace.instructions ?? '',
    tools: await pairspace.tools(),
    prompt: `Join ${link} as ${name}, and do what you are asked to do there.`,
    stopWhen: isStepCount(50),
  });
  console.log(text);
} finally {
  await pairspace.close();
}
