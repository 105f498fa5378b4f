/** 300 characters of typical text. The service handles words differently from one letter 300 times. */
export const sentences =
  'The parser drops the last field when a line ends in a comma. I have added a test that fails, and look at the tokenizer next: it seems to take the empty field for the end of the record. Can you check whether the writer puts quotes round empty fields? If it does, we change only one place, and not two.';
