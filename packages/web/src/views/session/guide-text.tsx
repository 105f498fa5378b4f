import type { Seat } from '@pairspace/protocol';
import { useRef, useState } from 'preact/hooks';
import { Name } from '../../ui/who.tsx';
import { calling } from '../../lib/calling.ts';
import { Button } from '../../ui/button.tsx';

const mostOffered = 6;

/** The text between an `@` and the caret; undefined without an `@`. */
const mentionBefore = (text: string): string | undefined => /(?:^|\s)@([\w.:-]*)$/.exec(text)?.[1];

interface GuideTextProps {
  label: string;
  content: string;
  setContent: (content: string) => void;
  seats: ReadonlyMap<string, Seat>;
}

/**
 * The text field of a message. Enter sends the message. After an `@` agents are offered; Tab or Enter takes the first.
 */
export const GuideText = ({ label, content, setContent, seats }: GuideTextProps) => {
  const field = useRef<HTMLTextAreaElement>(null);
  const [begun, setBegun] = useState<string>();
  const offered =
    begun === undefined
      ? []
      : [...seats.values()]
          .filter(({ agentId, agentName }) =>
            [agentId, agentName].some((one) => one.toLowerCase().startsWith(begun.toLowerCase())),
          )
          .slice(0, mostOffered);
  const take = (agentId: string): void => {
    const caret = field.current?.selectionStart ?? content.length;
    const before = content.slice(0, caret).replace(/@[\w.:-]*$/, `@${agentId} `);
    setContent(before + content.slice(caret));
    setBegun(undefined);
    field.current?.focus();
  };
  return (
    <div class="guide-text">
      {offered.length > 0 && (
        <div class="chips" role="group" aria-label="Mention">
          {offered.map(({ agentId, agentName }) => (
            <Button key={agentId} class="chip" act={calling(take, agentId)}>
              @{agentId} <Name>{agentName}</Name>
            </Button>
          ))}
        </div>
      )}
      <textarea
        class="input"
        ref={field}
        aria-label={label}
        placeholder={`${label}. They see that a person wrote it.`}
        dir="auto"
        rows={1}
        value={content}
        onInput={({ currentTarget: { value, selectionStart } }) => {
          setContent(value);
          setBegun(mentionBefore(value.slice(0, selectionStart)));
        }}
        onKeyDown={(event) => {
          // Keys of an input method belong to its word. In Safari a code alone marks the last of them.
          // eslint-disable-next-line @typescript-eslint/no-deprecated -- No other property has this code.
          if (event.isComposing || event.keyCode === 229) return;
          const [first] = offered;
          if (event.key === 'Escape') setBegun(undefined);
          if (first && (event.key === 'Tab' || event.key === 'Enter') && !event.shiftKey) {
            event.preventDefault();
            take(first.agentId);
            return;
          }
          if (event.key !== 'Enter' || event.shiftKey) return;
          event.preventDefault();
          event.currentTarget.form?.requestSubmit();
        }}
      />
    </div>
  );
};
