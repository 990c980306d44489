import type { FieldProblem } from '../field-problems.ts';

/** Attributes of a field with a problem, so that its message is read with it. */
export const problemAttributes = (problems: readonly FieldProblem[], fieldId: string) =>
  problems.some((problem) => problem.fieldId === fieldId)
    ? { 'aria-invalid': 'true' as const, 'aria-describedby': `${fieldId}-problem` }
    : {};

/** The problem of a field, beside it. */
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
