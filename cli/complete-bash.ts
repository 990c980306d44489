/**
 * Completion for bash, without the package bash-completion, which macOS and minimal Debian systems lack. Asks the program
 * for candidates, one name and description a line, and falls back to file names.
 */
export const bashCompletion = `# bash completion for scrap-prices
_scrap_prices() {
  local word=\${COMP_WORDS[COMP_CWORD]} name
  COMPREPLY=()
  while IFS=$'\\t' read -r name _; do
    [[ $name != :* && $name == "$word"* ]] && COMPREPLY+=("$name")
  done < <(scrap-prices complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -o default -F _scrap_prices scrap-prices
`;
