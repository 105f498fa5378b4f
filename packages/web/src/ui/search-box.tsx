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
    placeholder={placeholder}
    aria-label={label}
    value={value}
    onInput={(event) => {
      search(event.currentTarget.value);
    }}
  />
);
