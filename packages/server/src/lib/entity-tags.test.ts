import { expect, test } from 'vitest';
import { entityTags, namesTag } from './entity-tags.ts';

test('[API-25] a tag is found in a list of tags, weak or strong, and by a star', () => {
  expect(namesTag(undefined, '"a"')).toBe(false);
  for (const header of ['"a"', ' "b" ,\t"a" ', 'W/"a"', 'W/"b",W/"a"', '*', ' * ', '"x,y", "a"', '"b",,"a"'])
    expect([header, namesTag(header, '"a"'), namesTag(header, 'W/"a"')]).toEqual([header, true, true]);
  for (const header of ['"ab"', 'a', '"a', '"b" "a"', '"a,"', '', '*, "a"', 'w/"a"'])
    expect([header, namesTag(header, '"a"')]).toEqual([header, false]);
});

test('[NOTE-5] a list of tags is read as a whole or not at all', () => {
  expect(entityTags('*')).toBe('*');
  expect(entityTags('"1", W/"2" ,3,,"a,b",')).toEqual(['"1"', 'W/"2"', '"3"', '"a,b"']);
  for (const text of ['', ',', '1"', '"1', 'x', '*, "1"', '"1" "2"', '-1', '1.0', '1 2'])
    expect([text, entityTags(text)]).toEqual([text, undefined]);
  const many = Array.from({ length: 100 }, (_, index) => `"${String(index)}"`);
  expect(entityTags(many.join(', '))).toEqual(many);
});
