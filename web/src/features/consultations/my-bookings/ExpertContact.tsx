import type { Booking } from '@kutu/contract/consultations/consultations'
import { clsx } from 'clsx'
import { Mail, MessageCircle, Phone } from 'lucide-react'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { getButtonClass } from '../../../ui/button/button-class.ts'

type Contact = NonNullable<Booking['expert']['contact']>

/** Links that open the phone's apps to reach the expert. */
export function ExpertContact({ contact: { email, phone_number: phone }, name }: { contact: Contact; name: string }) {
  const { t } = useTranslation()
  const linkClass = getButtonClass({ variant: 'secondary' })
  return (
    <section aria-label={t('my_bookings.contact_of', { name })} className="flex flex-col gap-2">
      <p className="font-bold">{t('my_bookings.contact')}</p>
      <div className="grid grid-cols-2 gap-2">
        {phone !== null && (
          <>
            <a href={`tel:${phone}`} className={clsx(linkClass, 'col-span-2')}>
              <Phone aria-hidden="true" className="size-5 shrink-0" />
              {t('my_bookings.call', { phone })}
            </a>
            <a
              href={`https://wa.me/${phone.replaceAll(/\D/g, '')}`}
              target="_blank"
              rel="noreferrer"
              className={linkClass}
            >
              <MessageCircle aria-hidden="true" className="size-5 shrink-0" />
              {t('my_bookings.whatsapp')}
            </a>
          </>
        )}
        <a href={`mailto:${email}`} className={clsx(linkClass, phone === null && 'col-span-2')}>
          <Mail aria-hidden="true" className="size-5 shrink-0" />
          {t('my_bookings.mail')}
        </a>
      </div>
    </section>
  )
}
