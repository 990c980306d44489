import type { FieldProblem } from '../field-problems.ts';

/** Attributes that connect a field with its problem for screen readers. */
export const problemAttributes = (problems: readonly FieldProblem[], fieldId: string) =>
  problems.some((problem) => problem.fieldId === fieldId)
    ? { 'aria-invalid': 'true' as const, 'aria-describedby': `${fieldId}-problem` }
    : {};

export const FieldProblems = ({
  problems,
  fieldId,
}: {
  problems: readonly FieldProblem[];
  fieldId: string;
}) => {
  const own = problems.filter((problem) => problem.fieldId === fieldId);
  return own.length === 0 ? null : (
    <span class="field-problem" id={`${fieldId}-problem`}>
      {own.map(({ message }) => message).join(' ')}
    </span>
  );
};
