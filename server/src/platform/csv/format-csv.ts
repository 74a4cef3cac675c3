/** Characters with which a spreadsheet program starts a formula (OWASP, CSV Injection). */
const formulaStart = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/

/** Returns a cell; `null` is empty. A text that a spreadsheet program would run as a formula gets an apostrophe. */
function formatCell(value: string | number | null): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const text = formulaStart.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Returns a table as CSV (RFC 4180), with the names of its columns in the first line. */
export function formatCsv<Column extends string>(
  columns: readonly Column[],
  rows: readonly Readonly<Record<Column, string | number | null>>[],
): string {
  const lines = [columns, ...rows.map(row => columns.map(column => row[column]))]
  return lines.map(cells => `${cells.map(formatCell).join(',')}\r\n`).join('')
}
