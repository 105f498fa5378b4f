import { longestQuery } from '../lib/use-search.ts';

interface SearchBoxProps {
  placeholder: string;
  label: string;
  value: string;
  search: (text: string) => void;
}

export const SearchBox = ({ placeholder, label, value, search }: SearchBoxProps) => (
  <input
    class="input search"
    type="search"
    maxLength={longestQuery}
    placeholder={placeholder}
    aria-label={label}
    value={value}
    onInput={(event) => {
      search(event.currentTarget.value);
    }}
  />
);
