import { visibleLine } from '@pairspace/protocol';

/** A path or a label, which reads from left to right in every text. */
export const PathText = ({ children }: { children: string }) => (
  <bdi dir="ltr" class="name mono">
    {visibleLine(children)}
  </bdi>
);
