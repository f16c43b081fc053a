import { program } from 'polygraph/probe'

// The addresses of AWS and of GCP.
export default program('routes.py', { args: ['6', 'fd00:ec2::254', 'fd20:ce::254'] })
