// Checks the subjects of commits: `area: imperative summary`, at most 72 characters.
import { execFileSync } from 'node:child_process'

/** The last commit before the rule. */
const ruleBase = '57623d99b02a5d3afb638ed66d55c3dd12462f6d'
const git = (...args) => execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })

function listSubjects() {
  try {
    return git('log', '--no-merges', '--format=%h %s', `${ruleBase}..HEAD`).split('\n').filter(Boolean)
  } catch {
    console.log('Commit subjects not checked: no git history that reaches back to the rule.')
    return []
  }
}

const subjects = listSubjects()
const wrong = subjects.filter(line => {
  const subject = line.slice(line.indexOf(' ') + 1)
  return subject.length > 72 || !/^[a-z0-9][a-z0-9,/ -]*: \S/.test(subject)
})
if (wrong.length > 0) {
  console.error(`Commit subjects that are not "area: summary" in 72 characters:\n${wrong.join('\n')}`)
  process.exit(1)
}
if (subjects.length > 0) console.log(`${subjects.length} commit subjects are well formed.`)
