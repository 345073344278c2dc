"""Written by `python -m bench.library_names`: names that are new in a version."""

# A version, a module, and its new names; with none, the module itself is new.
ADDED = """
3.12 ast ParamSpec TypeAlias TypeVar TypeVarTuple type_param
3.12 asyncio create_eager_task_factory eager_task_factory
3.12 asyncio.constants THREAD_JOIN_TIMEOUT
3.12 asyncio.events.Handle get_context
3.12 asyncio.events.TimerHandle get_context
3.12 asyncio.tasks create_eager_task_factory eager_task_factory
3.12 builtins.ImportError name_from
3.12 builtins.ModuleNotFoundError name_from
3.12 builtins.bool is_integer
3.12 builtins.int is_integer
3.12 calendar APRIL AUGUST DECEMBER Day FEBRUARY JANUARY JULY JUNE MARCH MAY Month NOVEMBER
3.12 calendar OCTOBER SEPTEMBER
3.12 collections.abc Buffer
3.12 csv QUOTE_NOTNULL QUOTE_STRINGS
3.12 ctypes SIZEOF_TIME_T c_time_t
3.12 dis hasarg hasexc
3.12 enum.IntEnum is_integer
3.12 enum.IntFlag is_integer
3.12 enum.property member
3.12 fcntl FICLONE FICLONERANGE
3.12 fractions.Fraction is_integer
3.12 http.HTTPStatus is_integer
3.12 http.client.HTTPConnection get_proxy_response_headers
3.12 http.client.HTTPSConnection get_proxy_response_headers
3.12 http.server.CGIHTTPRequestHandler index_pages
3.12 http.server.SimpleHTTPRequestHandler index_pages
3.12 importlib.metadata.PackageNotFoundError name_from
3.12 inspect AGEN_CLOSED AGEN_CREATED AGEN_RUNNING AGEN_SUSPENDED BufferFlags getasyncgenlocals
3.12 inspect getasyncgenstate markcoroutinefunction
3.12 itertools batched
3.12 logging getHandlerByName getHandlerNames
3.12 logging.Logger getChildren
3.12 math sumprod
3.12 os CLONE_FILES CLONE_FS CLONE_NEWCGROUP CLONE_NEWIPC CLONE_NEWNET CLONE_NEWNS CLONE_NEWPID
3.12 os CLONE_NEWTIME CLONE_NEWUSER CLONE_NEWUTS CLONE_SIGHAND CLONE_SYSVSEM CLONE_THREAD
3.12 os CLONE_VM setns unshare
3.12 pathlib.Path is_junction walk with_segments
3.12 pathlib.PosixPath is_junction walk with_segments
3.12 pathlib.PurePath with_segments
3.12 pathlib.PurePosixPath with_segments
3.12 pathlib.PureWindowsPath with_segments
3.12 pathlib.WindowsPath is_junction walk with_segments
3.12 random binomialvariate
3.12 random.Random binomialvariate
3.12 random.SystemRandom binomialvariate
3.12 re.RegexFlag is_integer
3.12 signal.Handlers is_integer
3.12 signal.Sigmasks is_integer
3.12 signal.Signals is_integer
3.12 socket ETHERTYPE_ARP ETHERTYPE_IP ETHERTYPE_IPV6 ETHERTYPE_VLAN ETH_P_ALL
3.12 socket IP_ADD_SOURCE_MEMBERSHIP IP_BLOCK_SOURCE IP_DROP_SOURCE_MEMBERSHIP IP_PKTINFO
3.12 socket IP_UNBLOCK_SOURCE TCP_CC_INFO TCP_FASTOPEN_CONNECT TCP_FASTOPEN_KEY
3.12 socket TCP_FASTOPEN_NO_COOKIE TCP_INQ TCP_MD5SIG TCP_MD5SIG_EXT TCP_QUEUE_SEQ TCP_REPAIR
3.12 socket TCP_REPAIR_OPTIONS TCP_REPAIR_QUEUE TCP_REPAIR_WINDOW TCP_SAVED_SYN TCP_SAVE_SYN
3.12 socket TCP_THIN_DUPACK TCP_THIN_LINEAR_TIMEOUTS TCP_TIMESTAMP TCP_TX_DELAY TCP_ULP
3.12 socket TCP_ZEROCOPY_RECEIVE
3.12 socket.AddressFamily is_integer
3.12 socket.SocketKind is_integer
3.12 socketserver ForkingUnixDatagramServer ForkingUnixStreamServer
3.12 sqlite3 LEGACY_TRANSACTION_CONTROL SQLITE_DBCONFIG_DEFENSIVE SQLITE_DBCONFIG_DQS_DDL
3.12 sqlite3 SQLITE_DBCONFIG_DQS_DML SQLITE_DBCONFIG_ENABLE_FKEY
3.12 sqlite3 SQLITE_DBCONFIG_ENABLE_FTS3_TOKENIZER SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION
3.12 sqlite3 SQLITE_DBCONFIG_ENABLE_QPSG SQLITE_DBCONFIG_ENABLE_TRIGGER
3.12 sqlite3 SQLITE_DBCONFIG_ENABLE_VIEW SQLITE_DBCONFIG_LEGACY_ALTER_TABLE
3.12 sqlite3 SQLITE_DBCONFIG_LEGACY_FILE_FORMAT SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE
3.12 sqlite3 SQLITE_DBCONFIG_RESET_DATABASE SQLITE_DBCONFIG_TRIGGER_EQP
3.12 sqlite3 SQLITE_DBCONFIG_TRUSTED_SCHEMA SQLITE_DBCONFIG_WRITABLE_SCHEMA
3.12 sqlite3.Connection autocommit getconfig setconfig
3.12 sqlite3.dbapi2 LEGACY_TRANSACTION_CONTROL SQLITE_DBCONFIG_DEFENSIVE SQLITE_DBCONFIG_DQS_DDL
3.12 sqlite3.dbapi2 SQLITE_DBCONFIG_DQS_DML SQLITE_DBCONFIG_ENABLE_FKEY
3.12 sqlite3.dbapi2 SQLITE_DBCONFIG_ENABLE_FTS3_TOKENIZER SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION
3.12 sqlite3.dbapi2 SQLITE_DBCONFIG_ENABLE_QPSG SQLITE_DBCONFIG_ENABLE_TRIGGER
3.12 sqlite3.dbapi2 SQLITE_DBCONFIG_ENABLE_VIEW SQLITE_DBCONFIG_LEGACY_ALTER_TABLE
3.12 sqlite3.dbapi2 SQLITE_DBCONFIG_LEGACY_FILE_FORMAT SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE
3.12 sqlite3.dbapi2 SQLITE_DBCONFIG_RESET_DATABASE SQLITE_DBCONFIG_TRIGGER_EQP
3.12 sqlite3.dbapi2 SQLITE_DBCONFIG_TRUSTED_SCHEMA SQLITE_DBCONFIG_WRITABLE_SCHEMA
3.12 ssl OP_ENABLE_KTLS OP_LEGACY_SERVER_CONNECT
3.12 ssl.AlertDescription is_integer
3.12 ssl.Options OP_ENABLE_KTLS OP_LEGACY_SERVER_CONNECT is_integer
3.12 ssl.SSLErrorNumber is_integer
3.12 ssl.TLSVersion is_integer
3.12 ssl.VerifyFlags is_integer
3.12 ssl.VerifyMode is_integer
3.12 sys activate_stack_trampoline deactivate_stack_trampoline getunicodeinternedsize
3.12 sys is_stack_trampoline_active
3.12 threading setprofile_all_threads settrace_all_threads
3.12 token EXCLAMATION FSTRING_END FSTRING_MIDDLE FSTRING_START
3.12 tokenize EXCLAMATION FSTRING_END FSTRING_MIDDLE FSTRING_START
3.12 tty cfmakecbreak cfmakeraw
3.12 turtle teleport
3.12 turtle.Pen teleport
3.12 turtle.RawPen teleport
3.12 turtle.RawTurtle teleport
3.12 turtle.Turtle teleport
3.12 types get_original_bases
3.12 typing TypeAliasType override
3.12 unittest.result.TestResult addDuration
3.12 unittest.runner.TextTestResult addDuration
3.12 uuid main
3.12 zipimport.ZipImportError name_from
3.13 array.ArrayType clear
3.13 array.array clear
3.13 ast PyCF_OPTIMIZED_AST
3.13 ast.ParamSpec default_value
3.13 ast.TypeVar default_value
3.13 ast.TypeVarTuple default_value
3.13 asyncio EventLoop QueueShutDown
3.13 asyncio.base_events.Server abort_clients close_clients
3.13 asyncio.events.AbstractServer abort_clients close_clients
3.13 asyncio.queues QueueShutDown
3.13 asyncio.queues.LifoQueue shutdown
3.13 asyncio.queues.PriorityQueue shutdown
3.13 asyncio.queues.Queue shutdown
3.13 asyncio.unix_events EventLoop
3.13 base64 z85decode z85encode
3.13 bdb.Bdb dispatch_opcode set_stepinstr user_opcode
3.13 builtins PythonFinalizationError
3.13 bz2.BZ2File mode name
3.13 concurrent.futures InvalidStateError
3.13 configparser MultilineContinuationError UNNAMED_SECTION
3.13 configparser.MissingSectionHeaderError combine
3.13 configparser.ParsingError combine
3.13 copy replace
3.13 dbm.sqlite3
3.13 dis hasjump
3.13 dis.Instruction baseopcode baseopname cache_info cache_offset end_offset jump_target label
3.13 dis.Instruction line_number oparg start_offset
3.13 email.errors HeaderWriteError
3.13 email.policy.EmailPolicy verify_generated_headers
3.13 enum EnumDict
3.13 fcntl F_GETOWN_EX F_GET_FILE_RW_HINT F_GET_RW_HINT F_OWNER_PGRP F_OWNER_PID F_OWNER_TID
3.13 fcntl F_SEAL_FUTURE_WRITE F_SETOWN_EX F_SET_FILE_RW_HINT F_SET_RW_HINT
3.13 fcntl RWH_WRITE_LIFE_EXTREME RWH_WRITE_LIFE_LONG RWH_WRITE_LIFE_MEDIUM RWH_WRITE_LIFE_NONE
3.13 fcntl RWH_WRITE_LIFE_NOT_SET RWH_WRITE_LIFE_SHORT
3.13 glob translate
3.13 http.HTTPStatus CONTENT_TOO_LARGE RANGE_NOT_SATISFIABLE UNPROCESSABLE_CONTENT URI_TOO_LONG
3.13 importlib.metadata.Distribution origin
3.13 importlib.metadata.diagnose
3.13 importlib.resources Anchor
3.13 inspect.Signature format
3.13 ipaddress.IPv4Address ipv6_mapped
3.13 ipaddress.IPv4Interface ipv6_mapped
3.13 lzma.LZMAFile mode name
3.13 mailbox.Maildir add_flag get_flags get_info remove_flag set_flags set_info
3.13 math fma
3.13 mimetypes guess_file_type
3.13 mimetypes.MimeTypes guess_file_type
3.13 mmap MAP_32BIT MAP_NORESERVE
3.13 mmap.mmap seekable
3.13 os POSIX_SPAWN_CLOSEFROM TFD_CLOEXEC TFD_NONBLOCK TFD_TIMER_ABSTIME TFD_TIMER_CANCEL_ON_SET
3.13 os grantpt posix_openpt ptsname timerfd_create timerfd_gettime timerfd_gettime_ns
3.13 os timerfd_settime timerfd_settime_ns unlockpt
3.13 pathlib UnsupportedOperation
3.13 platform AndroidVer IOSVersionInfo android_ver ios_ver
3.13 pyexpat.XMLParserType GetReparseDeferralEnabled SetReparseDeferralEnabled
3.13 queue ShutDown
3.13 queue.LifoQueue shutdown
3.13 queue.PriorityQueue shutdown
3.13 queue.Queue shutdown
3.13 re PatternError
3.13 readline backend
3.13 site gethistoryfile register_readline
3.13 socket NI_IDN SO_BINDTOIFINDEX
3.13 ssl HAS_PSK
3.13 ssl.SSLContext set_psk_client_callback set_psk_server_callback
3.13 ssl.SSLObject get_unverified_chain get_verified_chain
3.13 ssl.SSLSocket get_unverified_chain get_verified_chain
3.13 stat SF_DATALESS SF_FIRMLINK SF_RESTRICTED SF_SETTABLE UF_DATAVAULT UF_SETTABLE UF_TRACKED
3.13 statistics kde kde_random
3.13 symtable SymbolTableType
3.13 syslog LOG_FTP
3.13 termios EXTPROC IUTF8
3.13 tkinter.BaseWidget after_info busy busy_cget busy_config busy_configure busy_current
3.13 tkinter.BaseWidget busy_forget busy_hold busy_status tk_busy tk_busy_cget tk_busy_config
3.13 tkinter.BaseWidget tk_busy_configure tk_busy_current tk_busy_forget tk_busy_hold
3.13 tkinter.BaseWidget tk_busy_status
3.13 tkinter.Button after_info busy busy_cget busy_config busy_configure busy_current busy_forget
3.13 tkinter.Button busy_hold busy_status tk_busy tk_busy_cget tk_busy_config tk_busy_configure
3.13 tkinter.Button tk_busy_current tk_busy_forget tk_busy_hold tk_busy_status
3.13 tkinter.Canvas after_info busy busy_cget busy_config busy_configure busy_current busy_forget
3.13 tkinter.Canvas busy_hold busy_status tk_busy tk_busy_cget tk_busy_config tk_busy_configure
3.13 tkinter.Canvas tk_busy_current tk_busy_forget tk_busy_hold tk_busy_status
3.13 tkinter.Checkbutton after_info busy busy_cget busy_config busy_configure busy_current
3.13 tkinter.Checkbutton busy_forget busy_hold busy_status tk_busy tk_busy_cget tk_busy_config
3.13 tkinter.Checkbutton tk_busy_configure tk_busy_current tk_busy_forget tk_busy_hold
3.13 tkinter.Checkbutton tk_busy_status
3.13 tkinter.Entry after_info busy busy_cget busy_config busy_configure busy_current busy_forget
3.13 tkinter.Entry busy_hold busy_status tk_busy tk_busy_cget tk_busy_config tk_busy_configure
3.13 tkinter.Entry tk_busy_current tk_busy_forget tk_busy_hold tk_busy_status
3.13 tkinter.Frame after_info busy busy_cget busy_config busy_configure busy_current busy_forget
3.13 tkinter.Frame busy_hold busy_status tk_busy tk_busy_cget tk_busy_config tk_busy_configure
3.13 tkinter.Frame tk_busy_current tk_busy_forget tk_busy_hold tk_busy_status
3.13 tkinter.Label after_info busy busy_cget busy_config busy_configure busy_current busy_forget
3.13 tkinter.Label busy_hold busy_status tk_busy tk_busy_cget tk_busy_config tk_busy_configure
3.13 tkinter.Label tk_busy_current tk_busy_forget tk_busy_hold tk_busy_status
3.13 tkinter.LabelFrame after_info busy busy_cget busy_config busy_configure busy_current
3.13 tkinter.LabelFrame busy_forget busy_hold busy_status tk_busy tk_busy_cget tk_busy_config
3.13 tkinter.LabelFrame tk_busy_configure tk_busy_current tk_busy_forget tk_busy_hold
3.13 tkinter.LabelFrame tk_busy_status
3.13 tkinter.Listbox after_info busy busy_cget busy_config busy_configure busy_current
3.13 tkinter.Listbox busy_forget busy_hold busy_status tk_busy tk_busy_cget tk_busy_config
3.13 tkinter.Listbox tk_busy_configure tk_busy_current tk_busy_forget tk_busy_hold tk_busy_status
3.13 tkinter.Menu after_info busy busy_cget busy_config busy_configure busy_current busy_forget
3.13 tkinter.Menu busy_hold busy_status tk_busy tk_busy_cget tk_busy_config tk_busy_configure
3.13 tkinter.Menu tk_busy_current tk_busy_forget tk_busy_hold tk_busy_status
3.13 tkinter.Menubutton after_info busy busy_cget busy_config busy_configure busy_current
3.13 tkinter.Menubutton busy_forget busy_hold busy_status tk_busy tk_busy_cget tk_busy_config
3.13 tkinter.Menubutton tk_busy_configure tk_busy_current tk_busy_forget tk_busy_hold
3.13 tkinter.Menubutton tk_busy_status
3.13 tkinter.Message after_info busy busy_cget busy_config busy_configure busy_current
3.13 tkinter.Message busy_forget busy_hold busy_status tk_busy tk_busy_cget tk_busy_config
3.13 tkinter.Message tk_busy_configure tk_busy_current tk_busy_forget tk_busy_hold tk_busy_status
3.13 tkinter.Misc after_info busy busy_cget busy_config busy_configure busy_current busy_forget
3.13 tkinter.Misc busy_hold busy_status tk_busy tk_busy_cget tk_busy_config tk_busy_configure
3.13 tkinter.Misc tk_busy_current tk_busy_forget tk_busy_hold tk_busy_status
3.13 tkinter.OptionMenu after_info busy busy_cget busy_config busy_configure busy_current
3.13 tkinter.OptionMenu busy_forget busy_hold busy_status tk_busy tk_busy_cget tk_busy_config
3.13 tkinter.OptionMenu tk_busy_configure tk_busy_current tk_busy_forget tk_busy_hold
3.13 tkinter.OptionMenu tk_busy_status
3.13 tkinter.PanedWindow after_info busy busy_cget busy_config busy_configure busy_current
3.13 tkinter.PanedWindow busy_forget busy_hold busy_status tk_busy tk_busy_cget tk_busy_config
3.13 tkinter.PanedWindow tk_busy_configure tk_busy_current tk_busy_forget tk_busy_hold
3.13 tkinter.PanedWindow tk_busy_status
3.13 tkinter.PhotoImage copy_replace data read
3.13 tkinter.Radiobutton after_info busy busy_cget busy_config busy_configure busy_current
3.13 tkinter.Radiobutton busy_forget busy_hold busy_status tk_busy tk_busy_cget tk_busy_config
3.13 tkinter.Radiobutton tk_busy_configure tk_busy_current tk_busy_forget tk_busy_hold
3.13 tkinter.Radiobutton tk_busy_status
3.13 tkinter.Scale after_info busy busy_cget busy_config busy_configure busy_current busy_forget
3.13 tkinter.Scale busy_hold busy_status tk_busy tk_busy_cget tk_busy_config tk_busy_configure
3.13 tkinter.Scale tk_busy_current tk_busy_forget tk_busy_hold tk_busy_status
3.13 tkinter.Scrollbar after_info busy busy_cget busy_config busy_configure busy_current
3.13 tkinter.Scrollbar busy_forget busy_hold busy_status tk_busy tk_busy_cget tk_busy_config
3.13 tkinter.Scrollbar tk_busy_configure tk_busy_current tk_busy_forget tk_busy_hold
3.13 tkinter.Scrollbar tk_busy_status
3.13 tkinter.Spinbox after_info busy busy_cget busy_config busy_configure busy_current
3.13 tkinter.Spinbox busy_forget busy_hold busy_status tk_busy tk_busy_cget tk_busy_config
3.13 tkinter.Spinbox tk_busy_configure tk_busy_current tk_busy_forget tk_busy_hold tk_busy_status
3.13 tkinter.Text after_info busy busy_cget busy_config busy_configure busy_current busy_forget
3.13 tkinter.Text busy_hold busy_status tk_busy tk_busy_cget tk_busy_config tk_busy_configure
3.13 tkinter.Text tk_busy_current tk_busy_forget tk_busy_hold tk_busy_status
3.13 tkinter.Tk after_info busy busy_cget busy_config busy_configure busy_current busy_forget
3.13 tkinter.Tk busy_hold busy_status tk_busy tk_busy_cget tk_busy_config tk_busy_configure
3.13 tkinter.Tk tk_busy_current tk_busy_forget tk_busy_hold tk_busy_status
3.13 tkinter.Toplevel after_info busy busy_cget busy_config busy_configure busy_current
3.13 tkinter.Toplevel busy_forget busy_hold busy_status tk_busy tk_busy_cget tk_busy_config
3.13 tkinter.Toplevel tk_busy_configure tk_busy_current tk_busy_forget tk_busy_hold
3.13 tkinter.Toplevel tk_busy_status
3.13 tkinter.Widget after_info busy busy_cget busy_config busy_configure busy_current busy_forget
3.13 tkinter.Widget busy_hold busy_status tk_busy tk_busy_cget tk_busy_config tk_busy_configure
3.13 tkinter.Widget tk_busy_current tk_busy_forget tk_busy_hold tk_busy_status
3.13 tkinter.dialog.Dialog after_info busy busy_cget busy_config busy_configure busy_current
3.13 tkinter.dialog.Dialog busy_forget busy_hold busy_status tk_busy tk_busy_cget tk_busy_config
3.13 tkinter.dialog.Dialog tk_busy_configure tk_busy_current tk_busy_forget tk_busy_hold
3.13 tkinter.dialog.Dialog tk_busy_status
3.13 tkinter.scrolledtext.ScrolledText after_info busy busy_cget busy_config busy_configure
3.13 tkinter.scrolledtext.ScrolledText busy_current busy_forget busy_hold busy_status tk_busy
3.13 tkinter.scrolledtext.ScrolledText tk_busy_cget tk_busy_config tk_busy_configure
3.13 tkinter.scrolledtext.ScrolledText tk_busy_current tk_busy_forget tk_busy_hold tk_busy_status
3.13 tkinter.simpledialog.Dialog after_info busy busy_cget busy_config busy_configure
3.13 tkinter.simpledialog.Dialog busy_current busy_forget busy_hold busy_status tk_busy
3.13 tkinter.simpledialog.Dialog tk_busy_cget tk_busy_config tk_busy_configure tk_busy_current
3.13 tkinter.simpledialog.Dialog tk_busy_forget tk_busy_hold tk_busy_status
3.13 tkinter.ttk.Button after_info busy busy_cget busy_config busy_configure busy_current
3.13 tkinter.ttk.Button busy_forget busy_hold busy_status tk_busy tk_busy_cget tk_busy_config
3.13 tkinter.ttk.Button tk_busy_configure tk_busy_current tk_busy_forget tk_busy_hold
3.13 tkinter.ttk.Button tk_busy_status
3.13 tkinter.ttk.Checkbutton after_info busy busy_cget busy_config busy_configure busy_current
3.13 tkinter.ttk.Checkbutton busy_forget busy_hold busy_status tk_busy tk_busy_cget
3.13 tkinter.ttk.Checkbutton tk_busy_config tk_busy_configure tk_busy_current tk_busy_forget
3.13 tkinter.ttk.Checkbutton tk_busy_hold tk_busy_status
3.13 tkinter.ttk.Combobox after_info busy busy_cget busy_config busy_configure busy_current
3.13 tkinter.ttk.Combobox busy_forget busy_hold busy_status tk_busy tk_busy_cget tk_busy_config
3.13 tkinter.ttk.Combobox tk_busy_configure tk_busy_current tk_busy_forget tk_busy_hold
3.13 tkinter.ttk.Combobox tk_busy_status
3.13 tkinter.ttk.Entry after_info busy busy_cget busy_config busy_configure busy_current
3.13 tkinter.ttk.Entry busy_forget busy_hold busy_status tk_busy tk_busy_cget tk_busy_config
3.13 tkinter.ttk.Entry tk_busy_configure tk_busy_current tk_busy_forget tk_busy_hold
3.13 tkinter.ttk.Entry tk_busy_status
3.13 tkinter.ttk.Frame after_info busy busy_cget busy_config busy_configure busy_current
3.13 tkinter.ttk.Frame busy_forget busy_hold busy_status tk_busy tk_busy_cget tk_busy_config
3.13 tkinter.ttk.Frame tk_busy_configure tk_busy_current tk_busy_forget tk_busy_hold
3.13 tkinter.ttk.Frame tk_busy_status
3.13 tkinter.ttk.Label after_info busy busy_cget busy_config busy_configure busy_current
3.13 tkinter.ttk.Label busy_forget busy_hold busy_status tk_busy tk_busy_cget tk_busy_config
3.13 tkinter.ttk.Label tk_busy_configure tk_busy_current tk_busy_forget tk_busy_hold
3.13 tkinter.ttk.Label tk_busy_status
3.13 tkinter.ttk.LabelFrame after_info busy busy_cget busy_config busy_configure busy_current
3.13 tkinter.ttk.LabelFrame busy_forget busy_hold busy_status tk_busy tk_busy_cget tk_busy_config
3.13 tkinter.ttk.LabelFrame tk_busy_configure tk_busy_current tk_busy_forget tk_busy_hold
3.13 tkinter.ttk.LabelFrame tk_busy_status
3.13 tkinter.ttk.LabeledScale after_info busy busy_cget busy_config busy_configure busy_current
3.13 tkinter.ttk.LabeledScale busy_forget busy_hold busy_status tk_busy tk_busy_cget
3.13 tkinter.ttk.LabeledScale tk_busy_config tk_busy_configure tk_busy_current tk_busy_forget
3.13 tkinter.ttk.LabeledScale tk_busy_hold tk_busy_status
3.13 tkinter.ttk.Labelframe after_info busy busy_cget busy_config busy_configure busy_current
3.13 tkinter.ttk.Labelframe busy_forget busy_hold busy_status tk_busy tk_busy_cget tk_busy_config
3.13 tkinter.ttk.Labelframe tk_busy_configure tk_busy_current tk_busy_forget tk_busy_hold
3.13 tkinter.ttk.Labelframe tk_busy_status
3.13 tkinter.ttk.Menubutton after_info busy busy_cget busy_config busy_configure busy_current
3.13 tkinter.ttk.Menubutton busy_forget busy_hold busy_status tk_busy tk_busy_cget tk_busy_config
3.13 tkinter.ttk.Menubutton tk_busy_configure tk_busy_current tk_busy_forget tk_busy_hold
3.13 tkinter.ttk.Menubutton tk_busy_status
3.13 tkinter.ttk.Notebook after_info busy busy_cget busy_config busy_configure busy_current
3.13 tkinter.ttk.Notebook busy_forget busy_hold busy_status tk_busy tk_busy_cget tk_busy_config
3.13 tkinter.ttk.Notebook tk_busy_configure tk_busy_current tk_busy_forget tk_busy_hold
3.13 tkinter.ttk.Notebook tk_busy_status
3.13 tkinter.ttk.OptionMenu after_info busy busy_cget busy_config busy_configure busy_current
3.13 tkinter.ttk.OptionMenu busy_forget busy_hold busy_status tk_busy tk_busy_cget tk_busy_config
3.13 tkinter.ttk.OptionMenu tk_busy_configure tk_busy_current tk_busy_forget tk_busy_hold
3.13 tkinter.ttk.OptionMenu tk_busy_status
3.13 tkinter.ttk.PanedWindow after_info busy busy_cget busy_config busy_configure busy_current
3.13 tkinter.ttk.PanedWindow busy_forget busy_hold busy_status tk_busy tk_busy_cget
3.13 tkinter.ttk.PanedWindow tk_busy_config tk_busy_configure tk_busy_current tk_busy_forget
3.13 tkinter.ttk.PanedWindow tk_busy_hold tk_busy_status
3.13 tkinter.ttk.Panedwindow after_info busy busy_cget busy_config busy_configure busy_current
3.13 tkinter.ttk.Panedwindow busy_forget busy_hold busy_status tk_busy tk_busy_cget
3.13 tkinter.ttk.Panedwindow tk_busy_config tk_busy_configure tk_busy_current tk_busy_forget
3.13 tkinter.ttk.Panedwindow tk_busy_hold tk_busy_status
3.13 tkinter.ttk.Progressbar after_info busy busy_cget busy_config busy_configure busy_current
3.13 tkinter.ttk.Progressbar busy_forget busy_hold busy_status tk_busy tk_busy_cget
3.13 tkinter.ttk.Progressbar tk_busy_config tk_busy_configure tk_busy_current tk_busy_forget
3.13 tkinter.ttk.Progressbar tk_busy_hold tk_busy_status
3.13 tkinter.ttk.Radiobutton after_info busy busy_cget busy_config busy_configure busy_current
3.13 tkinter.ttk.Radiobutton busy_forget busy_hold busy_status tk_busy tk_busy_cget
3.13 tkinter.ttk.Radiobutton tk_busy_config tk_busy_configure tk_busy_current tk_busy_forget
3.13 tkinter.ttk.Radiobutton tk_busy_hold tk_busy_status
3.13 tkinter.ttk.Scale after_info busy busy_cget busy_config busy_configure busy_current
3.13 tkinter.ttk.Scale busy_forget busy_hold busy_status tk_busy tk_busy_cget tk_busy_config
3.13 tkinter.ttk.Scale tk_busy_configure tk_busy_current tk_busy_forget tk_busy_hold
3.13 tkinter.ttk.Scale tk_busy_status
3.13 tkinter.ttk.Scrollbar after_info busy busy_cget busy_config busy_configure busy_current
3.13 tkinter.ttk.Scrollbar busy_forget busy_hold busy_status tk_busy tk_busy_cget tk_busy_config
3.13 tkinter.ttk.Scrollbar tk_busy_configure tk_busy_current tk_busy_forget tk_busy_hold
3.13 tkinter.ttk.Scrollbar tk_busy_status
3.13 tkinter.ttk.Separator after_info busy busy_cget busy_config busy_configure busy_current
3.13 tkinter.ttk.Separator busy_forget busy_hold busy_status tk_busy tk_busy_cget tk_busy_config
3.13 tkinter.ttk.Separator tk_busy_configure tk_busy_current tk_busy_forget tk_busy_hold
3.13 tkinter.ttk.Separator tk_busy_status
3.13 tkinter.ttk.Sizegrip after_info busy busy_cget busy_config busy_configure busy_current
3.13 tkinter.ttk.Sizegrip busy_forget busy_hold busy_status tk_busy tk_busy_cget tk_busy_config
3.13 tkinter.ttk.Sizegrip tk_busy_configure tk_busy_current tk_busy_forget tk_busy_hold
3.13 tkinter.ttk.Sizegrip tk_busy_status
3.13 tkinter.ttk.Spinbox after_info busy busy_cget busy_config busy_configure busy_current
3.13 tkinter.ttk.Spinbox busy_forget busy_hold busy_status tk_busy tk_busy_cget tk_busy_config
3.13 tkinter.ttk.Spinbox tk_busy_configure tk_busy_current tk_busy_forget tk_busy_hold
3.13 tkinter.ttk.Spinbox tk_busy_status
3.13 tkinter.ttk.Treeview after_info busy busy_cget busy_config busy_configure busy_current
3.13 tkinter.ttk.Treeview busy_forget busy_hold busy_status tk_busy tk_busy_cget tk_busy_config
3.13 tkinter.ttk.Treeview tk_busy_configure tk_busy_current tk_busy_forget tk_busy_hold
3.13 tkinter.ttk.Treeview tk_busy_status
3.13 traceback.TracebackException exc_type exc_type_str
3.13 turtle.ScrolledCanvas after_info busy busy_cget busy_config busy_configure busy_current
3.13 turtle.ScrolledCanvas busy_forget busy_hold busy_status tk_busy tk_busy_cget tk_busy_config
3.13 turtle.ScrolledCanvas tk_busy_configure tk_busy_current tk_busy_forget tk_busy_hold
3.13 turtle.ScrolledCanvas tk_busy_status
3.13 typing NoDefault ReadOnly TypeIs get_protocol_members is_protocol
3.13 typing.ParamSpec has_default
3.13 typing.TypeVar has_default
3.13 typing.TypeVarTuple has_default
3.13 unittest.async_case.IsolatedAsyncioTestCase loop_factory
3.13 unittest.mock ThreadingMock
3.13 venv.EnvBuilder create_git_ignore_file
3.13 warnings deprecated
3.13 xml.etree.ElementTree.XMLParser flush
3.13 xml.etree.ElementTree.XMLPullParser flush
3.13 xml.sax.expatreader.ExpatParser flush
3.13 xmlrpc.server.ServerHTMLDoc parentlink
3.13 zipfile.ZipInfo compress_level
3.14 annotationlib
3.14 ast Interpolation TemplateStr compare
3.14 asyncio FrameCallGraphEntry FutureCallGraph capture_call_graph format_call_graph
3.14 asyncio future_add_to_awaited_by future_discard_from_awaited_by print_call_graph
3.14 asyncio.futures future_add_to_awaited_by future_discard_from_awaited_by
3.14 asyncio.graph
3.14 asyncio.tools
3.14 bdb.Bdb disable_current_event restart_events set_enterframe start_trace stop_trace
3.14 builtins.bytearray resize
3.14 builtins.complex from_number
3.14 builtins.float from_number
3.14 builtins.memoryview count index
3.14 compression
3.14 compression.bz2
3.14 compression.gzip
3.14 compression.lzma
3.14 compression.zlib
3.14 compression.zstd
3.14 concurrent.futures InterpreterPoolExecutor
3.14 concurrent.futures.interpreter
3.14 concurrent.futures.process.ProcessPoolExecutor kill_workers terminate_workers
3.14 concurrent.futures.thread WorkerContext
3.14 concurrent.futures.thread.ThreadPoolExecutor BROKEN prepare_context
3.14 concurrent.interpreters
3.14 configparser InvalidWriteError UnnamedSectionDisabledError
3.14 ctypes CField c_double_complex c_float_complex c_longdouble_complex memoryview_at
3.14 dataclasses.Field doc
3.14 datetime.date strptime
3.14 datetime.time strptime
3.14 decimal IEEE_CONTEXT_MAX_BITS
3.14 decimal.Decimal from_number
3.14 dis.Instruction make
3.14 email.headerregistry ReferencesHeader
3.14 errno EFTYPE EHWPOISON
3.14 faulthandler dump_c_stack
3.14 fcntl F_DUPFD_QUERY
3.14 fnmatch filterfalse
3.14 fractions.Fraction from_number
3.14 functools Placeholder
3.14 heapq heapify_max heappop_max heappush_max heappushpop_max heapreplace_max
3.14 html.parser.HTMLParser RCDATA_CONTENT_ELEMENTS
3.14 http.server HTTPSServer ThreadingHTTPSServer
3.14 imaplib.IMAP4 file idle
3.14 imaplib.IMAP4_SSL file idle
3.14 imaplib.IMAP4_stream file idle
3.14 inspect CO_HAS_DOCSTRING CO_METHOD ispackage
3.14 io Reader Writer
3.14 multiprocessing.managers.SyncManager set
3.14 multiprocessing.popen_fork.Popen interrupt
3.14 multiprocessing.popen_forkserver.Popen interrupt
3.14 multiprocessing.popen_spawn_posix.Popen interrupt
3.14 multiprocessing.process.BaseProcess interrupt
3.14 multiprocessing.synchronize.BoundedSemaphore locked
3.14 multiprocessing.synchronize.Lock locked
3.14 multiprocessing.synchronize.RLock locked
3.14 multiprocessing.synchronize.Semaphore locked
3.14 multiprocessing.util warn
3.14 operator is_none is_not_none
3.14 os PIDFD_NONBLOCK SCHED_DEADLINE SCHED_NORMAL readinto reload_environ
3.14 pathlib.types
3.14 platform invalidate_caches
3.14 pyexpat.XMLParserType SetAllocTrackerActivationThreshold SetAllocTrackerMaximumAmplification
3.14 pyexpat.XMLParserType SetBillionLaughsAttackProtectionActivationThreshold
3.14 pyexpat.XMLParserType SetBillionLaughsAttackProtectionMaximumAmplification
3.14 select EPOLLWAKEUP
3.14 socket AF_BLUETOOTH BDADDR_ANY BDADDR_BREDR BDADDR_LE_PUBLIC BDADDR_LE_RANDOM BDADDR_LOCAL
3.14 socket BTPROTO_HCI BTPROTO_L2CAP BTPROTO_RFCOMM BTPROTO_SCO BT_CHANNEL_POLICY
3.14 socket BT_CHANNEL_POLICY_BREDR_ONLY BT_CHANNEL_POLICY_BREDR_PREFERRED BT_CODEC
3.14 socket BT_DEFER_SETUP BT_FLUSHABLE BT_FLUSHABLE_OFF BT_FLUSHABLE_ON BT_ISO_QOS BT_MODE
3.14 socket BT_MODE_BASIC BT_MODE_ERTM BT_MODE_EXT_FLOWCTL BT_MODE_LE_FLOWCTL BT_MODE_STREAMING
3.14 socket BT_PHY BT_PHY_BR_1M_1SLOT BT_PHY_BR_1M_3SLOT BT_PHY_BR_1M_5SLOT BT_PHY_EDR_2M_1SLOT
3.14 socket BT_PHY_EDR_2M_3SLOT BT_PHY_EDR_2M_5SLOT BT_PHY_EDR_3M_1SLOT BT_PHY_EDR_3M_3SLOT
3.14 socket BT_PHY_EDR_3M_5SLOT BT_PHY_LE_1M_RX BT_PHY_LE_1M_TX BT_PHY_LE_2M_RX BT_PHY_LE_2M_TX
3.14 socket BT_PHY_LE_CODED_RX BT_PHY_LE_CODED_TX BT_PKT_STATUS BT_POWER
3.14 socket BT_POWER_FORCE_ACTIVE_OFF BT_POWER_FORCE_ACTIVE_ON BT_RCVMTU BT_SECURITY
3.14 socket BT_SECURITY_FIPS BT_SECURITY_HIGH BT_SECURITY_LOW BT_SECURITY_MEDIUM BT_SECURITY_SDP
3.14 socket BT_SNDMTU BT_VOICE BT_VOICE_CVSD_16BIT BT_VOICE_TRANSPARENT
3.14 socket BT_VOICE_TRANSPARENT_16BIT CAN_RAW_ERR_FILTER HCI_CHANNEL_CONTROL HCI_CHANNEL_LOGGING
3.14 socket HCI_CHANNEL_MONITOR HCI_CHANNEL_RAW HCI_CHANNEL_USER HCI_DATA_DIR HCI_DEV_NONE
3.14 socket HCI_FILTER HCI_TIME_STAMP IPV6_RECVERR IP_FREEBIND IP_RECVERR IP_RECVORIGDSTADDR
3.14 socket IP_RECVTTL L2CAP_LM L2CAP_LM_AUTH L2CAP_LM_ENCRYPT L2CAP_LM_MASTER L2CAP_LM_RELIABLE
3.14 socket L2CAP_LM_SECURE L2CAP_LM_TRUSTED SOL_BLUETOOTH SOL_HCI SOL_L2CAP SOL_RFCOMM SOL_SCO
3.14 socket SO_ORIGINAL_DST VMADDR_CID_LOCAL
3.14 socket.AddressFamily AF_BLUETOOTH
3.14 sqlite3.Connection enable_load_extension load_extension
3.14 sre_compile CH_NEGATE
3.14 sre_constants CH_NEGATE
3.14 sre_parse CH_NEGATE
3.14 ssl HAS_PHA
3.14 string.templatelib
3.14 symtable.Symbol is_comp_cell is_comp_iter is_free_class is_type_parameter
3.14 sys is_remote_debug_enabled remote_exec
3.14 tarfile LinkFallbackError
3.14 tarfile.TarFile makelink_with_filter zstopen
3.14 termios B14400 B28800 B7200 B76800 IBSHIFT
3.14 token TSTRING_END TSTRING_MIDDLE TSTRING_START
3.14 tokenize TSTRING_END TSTRING_MIDDLE TSTRING_START
3.14 types CapsuleType
3.14 typing evaluate_forward_ref
3.14 typing.ParamSpec evaluate_default
3.14 typing.TypeAliasType evaluate_value
3.14 typing.TypeVar evaluate_bound evaluate_constraints evaluate_default
3.14 typing.TypeVarTuple evaluate_default
3.14 unittest.async_case.IsolatedAsyncioTestCase assertEndsWith assertHasAttr assertIsSubclass
3.14 unittest.async_case.IsolatedAsyncioTestCase assertNotEndsWith assertNotHasAttr
3.14 unittest.async_case.IsolatedAsyncioTestCase assertNotIsSubclass assertNotStartsWith
3.14 unittest.async_case.IsolatedAsyncioTestCase assertStartsWith
3.14 unittest.case.FunctionTestCase assertEndsWith assertHasAttr assertIsSubclass
3.14 unittest.case.FunctionTestCase assertNotEndsWith assertNotHasAttr assertNotIsSubclass
3.14 unittest.case.FunctionTestCase assertNotStartsWith assertStartsWith
3.14 unittest.case.TestCase assertEndsWith assertHasAttr assertIsSubclass assertNotEndsWith
3.14 unittest.case.TestCase assertNotHasAttr assertNotIsSubclass assertNotStartsWith
3.14 unittest.case.TestCase assertStartsWith
3.14 uuid MAX NIL uuid6 uuid7 uuid8
3.14 zipfile ZIP_ZSTANDARD
"""
