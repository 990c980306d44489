/**
 * Completion for bash, without the package bash-completion: neither macOS nor a small Debian has it. It asks the program
 * for what may follow, a name and a description a line, and leaves files to bash where nothing does.
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
