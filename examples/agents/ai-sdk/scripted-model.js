import { MockLanguageModelV4 } from 'ai/test';

/** A language model for the AI SDK that follows a script. It reads its prompt, and costs nothing. */
export const scriptedModel = (scriptFor) => {
  let script;
  return new MockLanguageModelV4({
    doGenerate({ prompt }) {
      const begun = script;
      script ??= scriptFor(taskIn(prompt));
      const { done, value } = begun ? begun.next(resultIn(prompt)) : script.next();
      if (done) return Promise.resolve(answer('stop', { type: 'text', text: value }));
      const toolCallId = `call-${String(prompt.length)}`;
      const input = JSON.stringify(value.given);
      return Promise.resolve(answer('tool-calls', { type: 'tool-call', toolCallId, toolName: value.tool, input }));
    },
  });
};

const answer = (unified, content) => ({
  content: [content],
  finishReason: { unified, raw: undefined },
  usage: {
    inputTokens: { total: 0, noCache: 0, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: 0, text: 0, reasoning: 0 },
  },
  warnings: [],
});

const taskIn = (prompt) => {
  const said = prompt.flatMap((message) => (message.role === 'user' ? message.content : []));
  return said.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
};

/** The text of the newest result of a tool. */
const resultIn = (prompt) => {
  const newest = prompt.at(-1);
  const [part] = newest?.role === 'tool' ? newest.content : [];
  const output = part?.type === 'tool-result' ? part.output : undefined;
  if (output?.type === 'content') return output.value.map((one) => (one.type === 'text' ? one.text : '')).join('\n');
  return output?.type === 'text' || output?.type === 'error-text' ? output.value : JSON.stringify(output);
};
