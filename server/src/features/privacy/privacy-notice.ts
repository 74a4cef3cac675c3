import type { PrivacyNotice } from '@kutu/contract/privacy'
import type { Config } from '../../config.ts'

/** Builds what the privacy page says about this installation from its configuration, so that it is true. */
export const buildPrivacyNotice = ({
  controller,
  smtpUrl,
  sms,
  s3,
  backups,
  expertApproval,
}: Config): PrivacyNotice => ({
  controller:
    controller.name === undefined
      ? null
      : { name: controller.name, address: controller.address ?? null, contact: controller.contact ?? null },
  hosting: controller.hosting ?? null,
  recipients: { email: smtpUrl !== undefined, sms: sms !== undefined, objectStorage: s3 !== undefined },
  experts_are_checked: expertApproval === 'manual',
  backup_days: backups?.keep ?? null,
})

/** Returns the variables that a production server should set because the law demands what they say. */
export const listMissingControllerVariables = ({ mode, controller }: Config): string[] =>
  mode === 'production'
    ? [
        ...(controller.name === undefined ? ['CONTROLLER_NAME'] : []),
        ...(controller.contact === undefined ? ['CONTROLLER_CONTACT'] : []),
      ]
    : []
