import type { Booking } from '@kutu/contract/consultations'
import { Mail, MessageCircle, Phone } from 'lucide-react'
import { useText } from '../../text/use-text.ts'
import { buttonClass } from '../../ui/button-class.ts'
import { join } from '../../ui/join.ts'

type Contact = NonNullable<Booking['expert']['contact']>

/** How to reach the expert: each link opens the phone's own program for it. */
export function ExpertContact({ contact: { email, phone_number: phone }, name }: { contact: Contact; name: string }) {
  const { t } = useText()
  const look = buttonClass({ variant: 'secondary' })
  return (
    <section aria-label={t('my_bookings.contact_of', { name })} className="flex flex-col gap-2">
      <p className="font-bold">{t('my_bookings.contact')}</p>
      <div className="grid grid-cols-2 gap-2">
        {phone !== null && (
          <>
            <a href={`tel:${phone}`} className={join(look, 'col-span-2')}>
              <Phone aria-hidden="true" className="size-5 shrink-0" />
              {t('my_bookings.call', { phone })}
            </a>
            <a href={`https://wa.me/${phone.replaceAll(/\D/g, '')}`} target="_blank" rel="noreferrer" className={look}>
              <MessageCircle aria-hidden="true" className="size-5 shrink-0" />
              {t('my_bookings.whatsapp')}
            </a>
          </>
        )}
        <a href={`mailto:${email}`} className={join(look, phone === null && 'col-span-2')}>
          <Mail aria-hidden="true" className="size-5 shrink-0" />
          {t('my_bookings.mail')}
        </a>
      </div>
    </section>
  )
}
