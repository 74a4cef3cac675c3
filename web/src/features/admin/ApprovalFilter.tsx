import { type Approval, approvalMoves } from '@kutu/contract/approval'
import { Link } from 'react-router'
import { useText } from '../../text/use-text.ts'
import { join } from '../../ui/join.ts'

const approvals = Object.keys(approvalMoves) as Approval[]

/** The three states of an application as links, so that each can be opened in a tab and shared. */
export function ApprovalFilter({ chosen, search }: { chosen: Approval; search: string }) {
  const { t } = useText()
  const address = (approval: Approval) => `?${new URLSearchParams({ approval, ...(search && { search }) })}`
  return (
    <nav aria-label={t('waiting_experts.filter')}>
      <ul className="flex flex-wrap gap-2">
        {approvals.map(approval => (
          <li key={approval}>
            <Link
              to={address(approval)}
              aria-current={approval === chosen ? 'true' : undefined}
              className={join(
                'inline-flex min-h-12 items-center rounded-full border px-4 font-bold',
                approval === chosen
                  ? 'border-leaf-press bg-leaf-press text-white'
                  : 'border-edge bg-white text-leaf-ink hover:bg-leaf-tint',
              )}
            >
              {t(`waiting_experts.${approval}`)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
