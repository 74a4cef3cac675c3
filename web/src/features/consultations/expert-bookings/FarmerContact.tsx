import type { Booking } from '@kutu/contract/consultations/consultations'
import { Mail, MessageCircle, Phone } from 'lucide-react'
import { useTranslation } from '../../../i18n/use-translation.ts'

/**
 * The farmer's email, and the phone number once there is an appointment. Deleted accounts have neither. A chat on
 * WhatsApp is offered only for farmers who chose it, because not every phone number has WhatsApp.
 */
export function FarmerContact({ booking }: { booking: Booking }) {
  const { t } = useTranslation()
  const { email, phone_number: phone } = booking.farmer
  if (!email) return null
  const linkClass = 'inline-flex min-h-12 items-center gap-2 wrap-anywhere text-leaf-ink underline underline-offset-4'
  return (
    <ul className="-my-1 flex flex-wrap gap-x-6">
      <li className="min-w-0">
        <a href={`mailto:${email}`} className={linkClass}>
          <Mail aria-hidden="true" className="size-5 shrink-0" />
          {email}
        </a>
      </li>
      {phone !== null && (
        <li>
          <a href={`tel:${phone}`} className={linkClass}>
            <Phone aria-hidden="true" className="size-5 shrink-0" />
            {t('bookings.call', { phone })}
          </a>
        </li>
      )}
      {phone !== null && booking.meeting === 'whatsapp' && (
        <li>
          <a
            href={`https://wa.me/${phone.replaceAll(/\D/g, '')}`}
            target="_blank"
            rel="noreferrer"
            className={linkClass}
          >
            <MessageCircle aria-hidden="true" className="size-5 shrink-0" />
            {t('my_bookings.whatsapp')}
          </a>
        </li>
      )}
    </ul>
  )
}
