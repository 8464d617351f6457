# Generated from the schemas of the tools by "npx -y pnpm@12 docs:reference". Do not edit.
"""A typed client of a Gatehouse gateway's HTTP API. It needs Python 3.11 and its standard library."""

from __future__ import annotations

import http.client
import json
import random
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from collections.abc import Iterator
from typing import Any, Literal, NotRequired, TypedDict, Unpack

class AddCommentInput(TypedDict):
    """Arguments of add_comment."""
    # a document, file or skill
    itemId: NotRequired[str]
    # from list_tasks
    taskId: NotRequired[str]
    # a comment instead
    answerTo: NotRequired[str]
    # markdown, up to 4 KB
    text: str
    # words of the text it is about
    quote: NotRequired[str]


class AddCommentOutput(TypedDict):
    """Add comment: result."""
    # Identifier of the comment.
    commentId: str
    # people and agents
    mentions: list[str]
    # names that match nobody who sees it
    notMentioned: NotRequired[list[str]]
    # Page of the console that shows it.
    url: str


class AppendDocInput(TypedDict):
    """Arguments of append_doc."""
    # from list_docs or search
    docId: str
    # text to add
    text: str
    # refuse if versionCount differs
    expectedVersionCount: NotRequired[int]


class AppendDocOutput(TypedDict):
    """Append to document: result."""
    # Number of versions; increases by one with each change.
    versionCount: int


class ApplyEditsInput(TypedDict):
    """Arguments of apply_edits."""
    # or fileId
    docId: NotRequired[str]
    # a file or skill
    fileId: NotRequired[str]
    # Edits, in order: each applies to the result of the earlier ones.
    edits: list[TextEdit]
    # refuse if versionCount differs
    expectedVersionCount: NotRequired[int]


class ApplyEditsOutput(TypedDict):
    """Apply several edits: result."""
    # Number of versions; increases by one with each change.
    versionCount: int


class Audience(TypedDict):
    """People who see an item."""
    # Visibility level.
    visibility: Literal["private", "shared", "organization"]
    # e-mail addresses, at most 20; owners and admins see everything
    people: list[str]
    # Number of people who can see it.
    peopleCount: int


class Author(TypedDict):
    """Author of a change."""
    # Identifier of the person, or null.
    personId: str | None
    # Agent that made the change, or null.
    agentId: str | None
    # Name.
    name: str | None
    # Entrance of the change, such as `http` or `mcp`.
    entrance: str | None


class Change(TypedDict):
    """A change of a document, file, skill, folder or task."""
    # item, folder or task
    subjectId: str
    # edited: its body
    what: Literal["created", "changed", "deleted", "restored", "renamed", "moved", "tagged", "marked", "edited", "commented", "reviewed"]
    # resulting version
    version: int | None
    # One-line summary of the change.
    changeSummary: str | None
    # changed fields except the body
    fields: list[ChangedField]
    # Author of the change.
    by: Author
    # Request ID of the call that made the change, or null.
    requestId: str | None
    # Time of the change, in milliseconds since the Unix epoch.
    at: int
    # Page of the console that shows it.
    url: str
    # Identifier of the comment.
    commentId: NotRequired[str]
    # Decision about changes of agents, if the row is one.
    review: NotRequired[ReviewDecision]


class ChangedField(TypedDict):
    """A field before and after a change."""
    # Name of the field that changed.
    field: str
    # grantee of "share"
    sharedWith: NotRequired[Literal["organization"] | dict[str, Any]]
    # first 1,000 characters of a long text
    before: str | float | bool | list[str] | dict[str, Any] | None
    # Value after the change; only the first 1,000 characters of a long text.
    after: str | float | bool | list[str] | dict[str, Any] | None


class ChangedSkillFile(TypedDict):
    """A file of a skill that differs between two versions."""
    # Path of a file in the skill; default: SKILL.md.
    path: str
    # Type of change.
    change: Literal["added", "changed", "removed"]


class Comment(TypedDict):
    """A comment on a document, file, skill or task."""
    # Identifier of the comment.
    commentId: str
    # the item or task
    subjectId: str
    # the comment that it answers
    answerTo: str | None
    # Text.
    text: str
    # the words that it is about; null: the whole
    quote: str | None
    # line of the quoted words now; null: they are gone, or with mine
    line: int | None
    # people and agents
    mentions: list[str]
    # Author of the change.
    by: Author
    # Creation time, in milliseconds since the Unix epoch.
    createdAt: int
    # Time of the last edit, in milliseconds since the Unix epoch, or null.
    editedAt: int | None
    # Time when it was resolved, in milliseconds since the Unix epoch, or null.
    resolvedAt: int | None
    # Page of the console that shows it.
    url: str


class Connection(TypedDict):
    """A connection to an external service."""
    # Identifier of the connection.
    connectionId: str
    # Slug of the service.
    service: str
    # Name.
    name: str
    # Label of the connection, or null.
    label: str | None
    # Visibility level.
    visibility: Literal["private", "organization"]
    # if present, only people in these groups can use it, and owners and admins
    sharedWith: NotRequired[list[dict[str, Any]]]
    # Number of tools of the connection.
    toolsCount: int
    # Status of the connection.
    status: Literal["active", "paused", "needs_attention", "unreachable", "held"]
    # Time of the last change, in milliseconds since the Unix epoch.
    updatedAt: int
    # Page of the console that shows it.
    url: str


class ContentItem(TypedDict):
    """Part of the result."""
    # Type of content, such as `text`.
    type: str
    # Text.
    text: NotRequired[str]


class CreateDocInput(TypedDict):
    """Arguments of create_doc."""
    # title
    title: str
    # markdown, up to 1 MiB
    bodyMarkdown: NotRequired[str]
    # from list_folders or create_folder
    folderId: NotRequired[str]


class CreateDocOutput(TypedDict):
    """Create document: result."""
    # Identifier of the document.
    docId: str
    # Number of versions; increases by one with each change.
    versionCount: int
    # Page of the console that shows it.
    url: str


class CreateFolderInput(TypedDict):
    """Arguments of create_folder."""
    # folder name
    name: str
    # parent folder
    parentId: NotRequired[str]


class CreateFolderOutput(TypedDict):
    """Create folder: result."""
    # Identifier: an opaque string.
    id: str
    # Name.
    name: str
    # Page of the console that shows it.
    url: str
    # Identifier of the folder that it is in, or null.
    parentId: str | None
    # people who see it
    seenBy: NotRequired[Audience]


class CreateTaskInput(TypedDict):
    """Arguments of create_task."""
    # short, imperative
    title: str
    # up to 2,000 characters
    notes: NotRequired[str]
    # State of the task.
    status: NotRequired[Literal["todo", "in_progress", "stuck", "done", "canceled"]]
    # email of a person
    assignee: NotRequired[str]
    # ms since epoch, or ISO 8601
    dueAt: NotRequired[float | str]


class CreateTaskOutput(TypedDict):
    """Create task: result."""
    # Identifier of the task.
    taskId: str
    # Number of the task for people.
    taskNumber: int | None
    # Page of the console that shows it.
    url: str


class DeleteDocInput(TypedDict):
    """Arguments of delete_doc."""
    # from list_docs or search
    docId: NotRequired[str]
    # all or none
    itemIds: NotRequired[list[str]]
    # refuse if versionCount differs
    expectedVersionCount: NotRequired[int]


class DeleteDocOutput(TypedDict):
    """Delete document: result."""
    # Always true.
    ok: Literal[True]


class DeleteFileInput(TypedDict):
    """Arguments of delete_file."""
    # from list_files, list_skills or search
    fileId: NotRequired[str]
    # all or none
    itemIds: NotRequired[list[str]]
    # refuse if versionCount differs
    expectedVersionCount: NotRequired[int]


class DeleteFileOutput(TypedDict):
    """Delete file or skill: result."""
    # Always true.
    ok: Literal[True]


class Document(TypedDict):
    """A document with its markdown body."""
    # Identifier: an opaque string.
    id: str
    # Title.
    title: str
    # Markdown body; null above 256 KB, or if it was not requested.
    bodyMarkdown: str | None
    # Number of lines in the text.
    totalLines: int
    # Size in bytes.
    sizeBytes: int
    # Number of versions; increases by one with each change.
    versionCount: int
    # True if agents can read it, but cannot change or delete it.
    isAgentMemory: bool
    # True for a starter document, which cannot be deleted.
    isSystem: bool
    # only if bodyMarkdown is null
    downloadUrl: str | None
    # Identifier of the folder, or null.
    folderId: str | None
    # Name of the folder.
    folderName: NotRequired[str]
    # Creation time, in milliseconds since the Unix epoch.
    createdAt: int
    # Time of the last change, in milliseconds since the Unix epoch.
    updatedAt: int
    # Page of the console that shows it.
    url: str
    # True if a person saved or confirmed the newest version.
    reviewed: NotRequired[bool]


class EditDocInput(TypedDict):
    """Arguments of edit_doc."""
    # from list_docs or search
    docId: str
    # the exact text to replace
    oldText: str
    # the new text; "" deletes oldText
    newText: str
    # refuse if versionCount differs
    expectedVersionCount: NotRequired[int]


class EditDocOutput(TypedDict):
    """Edit document: result."""
    # Number of versions; increases by one with each change.
    versionCount: int


class EditFileInput(TypedDict):
    """Arguments of edit_file."""
    # from list_files or search
    fileId: str
    # the exact text to replace
    oldText: str
    # the new text; "" deletes oldText
    newText: str
    # refuse if versionCount differs
    expectedVersionCount: NotRequired[int]


class EditFileOutput(TypedDict):
    """Edit text file: result."""
    # Number of versions; increases by one with each change.
    versionCount: int


class EditSkillInput(TypedDict):
    """Arguments of edit_skill."""
    # from list_skills or search
    fileId: str
    # Path of a file in the skill; default: SKILL.md.
    path: NotRequired[str]
    # the exact text to replace
    oldText: str
    # the new text; "" deletes oldText
    newText: str
    # refuse if versionCount differs
    expectedVersionCount: NotRequired[int]


class EditSkillOutput(TypedDict):
    """Edit skill: result."""
    # Number of versions; increases by one with each change.
    versionCount: int


class ExecuteServiceReadToolInput(TypedDict):
    """Arguments of execute_service_read_tool."""
    # <service>__<tool>, from list_service_tools
    toolSlug: str
    # default: the service's newest
    connectionId: NotRequired[str]
    # see the tool's inputSchema
    arguments: NotRequired[dict[str, Any]]


class ExecuteServiceToolInput(TypedDict):
    """Arguments of execute_service_tool."""
    # <service>__<tool>, from list_service_tools
    toolSlug: str
    # ignored
    toolkitSlug: NotRequired[str]
    # default: the newest of the service
    connectionId: NotRequired[str]
    # see the tool's inputSchema
    arguments: NotRequired[dict[str, Any]]


class FetchInput(TypedDict):
    """Arguments of fetch."""
    # from search
    id: str


class FetchOutput(TypedDict):
    """Fetch: result."""
    # Identifier: an opaque string.
    id: str
    # Title.
    title: str
    # Text.
    text: str
    # Page of the console that shows it.
    url: str
    # Type, version and update time of the item, and how to read the rest.
    metadata: dict[str, Any]


class File(TypedDict):
    """A file or skill, with its text if it is small."""
    # Identifier: an opaque string.
    id: str
    # Name.
    name: str
    # Kind of file.
    kind: Literal["text", "skill", "image", "audio", "video", "pdf", "archive", "other"]
    # Media type.
    mimeType: str
    # Size in bytes.
    sizeBytes: int
    # Number of versions; increases by one with each change.
    versionCount: int
    # Tags.
    tags: list[str]
    # Identifier of the folder, or null.
    folderId: str | None
    # Name of the folder.
    folderName: NotRequired[str]
    # Time of the last change, in milliseconds since the Unix epoch.
    updatedAt: int
    # Page of the console that shows it.
    url: str
    # Temporary download URL that needs no key.
    downloadUrl: str | None
    # Text of a text file up to 256 KB; otherwise null.
    content: str | None
    # Text.
    text: NotRequired[str | None]
    # Source format of `text`, such as `pdf`.
    textFrom: NotRequired[Literal["pdf", "docx", "xlsx", "pptx", "odt", "eml"]]
    # State of the text: `pending`, `ready`, `none` (the file has none) or `failed`.
    textState: NotRequired[Literal["pending", "ready", "none", "failed"]]
    # Reason why the file has no text.
    textReason: NotRequired[str]
    # Path of a file in the skill; default: SKILL.md.
    path: NotRequired[str]
    # Files on this page.
    files: NotRequired[list[ListedSkillFile]]
    # True if a person saved or confirmed the newest version.
    reviewed: NotRequired[bool]
    # Last version that a person saved or confirmed, or null.
    reviewedVersion: NotRequired[int | None]


class FindTextInput(TypedDict):
    """Arguments of find_text."""
    # text to find, one line
    query: str
    # or fileId
    docId: NotRequired[str]
    # a file or skill
    fileId: NotRequired[str]
    # Path of a file in the skill; default: SKILL.md.
    path: NotRequired[str]
    # lines before and after
    contextLines: NotRequired[int]
    # max matches
    limit: NotRequired[int]


class FindTextOutput(TypedDict):
    """Find text: result."""
    # Number of lines in the text.
    totalLines: int
    # Number of matching lines.
    totalMatches: int
    # Matching lines.
    matches: list[TextMatch]
    # page of the item
    url: str
    # where else to look
    note: NotRequired[str]


class Folder(TypedDict):
    """A folder."""
    # Identifier: an opaque string.
    id: str
    # Name.
    name: str
    # Identifier of the folder that it is in, or null.
    parentId: str | None
    # Visibility level.
    visibility: Literal["private", "shared", "organization"]
    # Number of items of the folder that the key can see.
    itemCount: int
    # True if the folder belongs to the person of this key.
    isOwner: bool
    # True if the key and its person can change the contents of the folder.
    canWrite: bool
    # Page of the console that shows it.
    url: str


class GrepInput(TypedDict):
    """Arguments of grep."""
    # text to find, one line
    query: str
    # only in this folder
    folderId: NotRequired[str]
    # all below it too
    deep: NotRequired[bool]
    # Type of the item.
    type: NotRequired[Literal["doc", "file", "skill"]]
    # maximum matches
    limit: NotRequired[int]
    # previous nextCursor
    cursor: NotRequired[str]


class GrepOutput(TypedDict):
    """Find lines everywhere: result."""
    # Matching lines.
    matches: list[ItemLine]
    # Give it as `cursor` for the next page; null on the last page.
    nextCursor: str | None
    # Number of items that this call searched.
    scanned: int


class Identity(TypedDict):
    """The key of the call: its organization, person and limits."""
    # Identifier of the organization.
    orgId: str
    # Name of the organization.
    orgName: str | None
    # House rules: text for every agent of the organization, or null.
    houseRules: str | None
    # Name of the key.
    keyName: str | None
    # First characters of the key.
    keyPrefix: str | None
    # Access level of the key; `write` includes `read`.
    accessLevel: Literal["read", "write"]
    # True if all agents of the organization are read-only, whatever the access of their keys.
    agentsReadOnly: bool
    # OAuth scopes of the key.
    scopes: list[str]
    # Expiry of the key, in milliseconds since the Unix epoch; null if never.
    expiresAt: int | None
    # Person for whom the key acts, or null.
    person: dict[str, Any] | None
    # all that the key can use; null: no limit
    limits: KeyLimits
    # groups of the person; absent if they are in none
    groups: NotRequired[list[dict[str, Any]]]
    # ISO 8601, UTC
    now: str


class ItemLine(TypedDict):
    """A line that contains the text, and its item."""
    # Type of the item.
    type: Literal["doc", "file", "skill"]
    # Identifier: an opaque string.
    id: str
    # Title.
    title: str
    # file of the skill, not SKILL.md
    path: NotRequired[str]
    # Line number; the first line is 1.
    line: int
    # Text.
    text: str
    # True if the line or its context is not complete.
    clipped: NotRequired[Literal[True]]
    # Page of the console that shows it.
    url: str


class KeyLimits(TypedDict):
    """Limits of a key."""
    # Names of the only tools that the key can call; null: no limit.
    tools: list[str] | None
    # Identifiers of the only connections that the key can use; null: no limit.
    connections: list[str] | None
    # Only folders that the key can see, with its access there; null: no limit.
    folders: list[dict[str, Any]] | None


class LeftOutOperation(TypedDict):
    """Part of a service that is not a tool."""
    # Operation of the service that is not a tool.
    operation: str
    # Why.
    reason: str


class ListChangesInput(TypedDict):
    """Arguments of list_changes."""
    # a document, file or skill
    itemId: NotRequired[str]
    # from list_folders
    folderId: NotRequired[str]
    # from list_tasks
    taskId: NotRequired[str]
    # changes by this key
    mine: NotRequired[bool]
    # ms; all you see, or in folderId
    since: NotRequired[int]
    # with since
    by: NotRequired[Literal["people", "agents", "others"]]
    # all below it too
    deep: NotRequired[bool]
    # Other rows to return too: comments, or decisions about changes of agents.
    include: NotRequired[list[Literal["comments", "reviews"]]]
    # maximum changes
    limit: NotRequired[int]
    # previous nextCursor
    cursor: NotRequired[str]


class ListChangesOutput(TypedDict):
    """List changes: result."""
    # Changes on this page.
    changes: list[Change]
    # Give it as `cursor` for the next page; null on the last page.
    nextCursor: str | None
    # on the last page: next since
    nextSince: NotRequired[int]


class ListCommentsInput(TypedDict):
    """Arguments of list_comments."""
    # a document, file or skill
    itemId: NotRequired[str]
    # from list_tasks
    taskId: NotRequired[str]
    # yours, to you, or on what you changed last
    mine: NotRequired[bool]
    # false: all
    open: NotRequired[bool]
    # maximum comments
    limit: NotRequired[int]
    # previous nextCursor
    cursor: NotRequired[str]


class ListCommentsOutput(TypedDict):
    """List comments: result."""
    # Comments on this page.
    comments: list[Comment]
    # Give it as `cursor` for the next page; null on the last page.
    nextCursor: str | None


class ListConnectedServicesInput(TypedDict):
    """Arguments of list_connected_services."""


class ListConnectedServicesOutput(TypedDict):
    """List connected services: result."""
    # Slugs of the connected services.
    connected: list[str]
    # Connections that the key can use.
    connections: list[Connection]


class ListDocsInput(TypedDict):
    """Arguments of list_docs."""
    # only documents in this folder
    folderId: NotRequired[str]
    # all below it too
    deep: NotRequired[bool]
    # created: stable during edits
    order: NotRequired[Literal["changed", "created"]]
    # ms, or nextUpdatedSince
    updatedSince: NotRequired[int]
    # maximum documents
    limit: NotRequired[int]
    # previous nextCursor
    cursor: NotRequired[str]


class ListDocsOutput(TypedDict):
    """List documents: result."""
    # Documents on this page.
    docs: list[ListedDocument]
    # Give it as `cursor` for the next page; null on the last page.
    nextCursor: str | None
    # Give it as `updatedSince` next time to get only later changes.
    nextUpdatedSince: NotRequired[int]
    # deleted since updatedSince
    gone: NotRequired[list[str]]


class ListFilesInput(TypedDict):
    """Arguments of list_files."""
    # only files in this folder
    folderId: NotRequired[str]
    # all below it too
    deep: NotRequired[bool]
    # Kind of file.
    kind: NotRequired[Literal["text", "image", "audio", "video", "pdf", "archive", "other"]]
    # created: stable during edits
    order: NotRequired[Literal["changed", "created"]]
    # ms, or nextUpdatedSince
    updatedSince: NotRequired[int]
    # maximum files
    limit: NotRequired[int]
    # previous nextCursor
    cursor: NotRequired[str]


class ListFilesOutput(TypedDict):
    """List files: result."""
    # Files on this page.
    files: list[ListedFile]
    # Give it as `cursor` for the next page; null on the last page.
    nextCursor: str | None
    # Give it as `updatedSince` next time to get only later changes.
    nextUpdatedSince: NotRequired[int]
    # deleted since updatedSince
    gone: NotRequired[list[str]]


class ListFoldersInput(TypedDict):
    """Arguments of list_folders."""
    # maximum folders
    limit: NotRequired[int]
    # previous nextCursor
    cursor: NotRequired[str]


class ListFoldersOutput(TypedDict):
    """List folders: result."""
    # Folders on this page.
    folders: list[Folder]
    # Give it as `cursor` for the next page; null on the last page.
    nextCursor: str | None


class ListMembersInput(TypedDict):
    """Arguments of list_members."""
    # maximum people
    limit: NotRequired[int]
    # previous nextCursor
    cursor: NotRequired[str]


class ListMembersOutput(TypedDict):
    """List members: result."""
    # People on this page.
    members: list[Member]
    # Give it as `cursor` for the next page; null on the last page.
    nextCursor: str | None


class ListServiceToolsInput(TypedDict):
    """Arguments of list_service_tools."""
    # from list_connected_services
    service: NotRequired[str]
    # <service>__<tool>, from list_service_tools
    toolSlug: NotRequired[str]
    # default: each service's newest
    connectionId: NotRequired[str]
    # question, or words in name, title or description; best first
    query: NotRequired[str]
    # Mode of the tool: `read`, or `write` if it changes data at its service.
    mode: NotRequired[Literal["read", "write"]]
    # Include the schemas of every tool.
    includeSchemas: NotRequired[bool]
    # maximum tools
    limit: NotRequired[int]
    # previous nextCursor
    cursor: NotRequired[str]


class ListServiceToolsOutput(TypedDict):
    """List service tools: result."""
    # Tools on this page.
    tools: list[ServiceTool]
    # Give it as `cursor` for the next page; null on the last page.
    nextCursor: str | None
    # parts of the service that are not tools
    leftOut: NotRequired[list[LeftOutOperation]]


class ListSkillsInput(TypedDict):
    """Arguments of list_skills."""
    # only skills in this folder
    folderId: NotRequired[str]
    # all below it too
    deep: NotRequired[bool]
    # Include the list of files of each skill, or also their contents; at most 50 skills.
    includeFiles: NotRequired[Literal["paths", "contents"]]
    # created: stable during edits
    order: NotRequired[Literal["changed", "created"]]
    # ms, or nextUpdatedSince
    updatedSince: NotRequired[int]
    # maximum skills
    limit: NotRequired[int]
    # previous nextCursor
    cursor: NotRequired[str]


class ListSkillsOutput(TypedDict):
    """List skills: result."""
    # Skills on this page.
    skills: list[Skill]
    # Give it as `cursor` for the next page; null on the last page.
    nextCursor: str | None
    # Give it as `updatedSince` next time to get only later changes.
    nextUpdatedSince: NotRequired[int]
    # deleted since updatedSince
    gone: NotRequired[list[str]]


class ListTasksInput(TypedDict):
    """Arguments of list_tasks."""
    # Include tasks that are done or canceled.
    includeDone: NotRequired[bool]
    # State of the task.
    status: NotRequired[Literal["todo", "in_progress", "stuck", "done", "canceled"]]
    # e-mail
    assignee: NotRequired[str]
    # ms since epoch, or ISO 8601
    dueBefore: NotRequired[float | str]
    # taskId of the last task of a page
    startingAfter: NotRequired[str]
    # created: stable during edits
    order: NotRequired[Literal["due", "created"]]
    # ms, or nextUpdatedSince
    updatedSince: NotRequired[int]
    # maximum tasks
    limit: NotRequired[int]


class ListVersionsInput(TypedDict):
    """Arguments of list_versions."""
    # or fileId
    docId: NotRequired[str]
    # a file or skill
    fileId: NotRequired[str]
    # maximum versions
    limit: NotRequired[int]
    # previous nextCursor
    cursor: NotRequired[str]


class ListVersionsOutput(TypedDict):
    """List versions: result."""
    # Versions on this page.
    versions: list[Version]
    # Give it as `cursor` for the next page; null on the last page.
    nextCursor: str | None


class ListedDocument(TypedDict):
    """A document in a list, without its body."""
    # Identifier: an opaque string.
    id: str
    # Title.
    title: str
    # True if agents can read it, but cannot change or delete it.
    isAgentMemory: bool
    # True for a starter document, which cannot be deleted.
    isSystem: bool
    # Number of versions; increases by one with each change.
    versionCount: int
    # Size in bytes.
    sizeBytes: int
    # Identifier of the folder, or null.
    folderId: str | None
    # Name of the folder.
    folderName: NotRequired[str]
    # Time of the last change, in milliseconds since the Unix epoch.
    updatedAt: int
    # SHA-256 of the stored bytes, in hexadecimal
    hash: str
    # author of the last change
    by: Author
    # One-line summary of the last change.
    lastChange: str
    # Page of the console that shows it.
    url: str


class ListedFile(TypedDict):
    """A file in a list, without its content."""
    # Identifier: an opaque string.
    id: str
    # Name.
    name: str
    # Kind of file.
    kind: Literal["text", "skill", "image", "audio", "video", "pdf", "archive", "other"]
    # Media type.
    mimeType: str
    # Size in bytes.
    sizeBytes: int
    # Number of versions; increases by one with each change.
    versionCount: int
    # Tags.
    tags: list[str]
    # Identifier of the folder, or null.
    folderId: str | None
    # Name of the folder.
    folderName: NotRequired[str]
    # Time of the last change, in milliseconds since the Unix epoch.
    updatedAt: int
    # Page of the console that shows it.
    url: str
    # SHA-256 of the stored bytes, in hexadecimal
    hash: str
    # author of the last change
    by: Author


class ListedSkillFile(TypedDict):
    """A file of a skill, without its bytes."""
    # Path of a file in the skill; default: SKILL.md.
    path: str
    # Size in bytes.
    sizeBytes: int
    # True if the file is executable.
    executable: bool


class ListedTask(TypedDict):
    """A task in a list."""
    # Identifier of the task.
    taskId: str
    # Number of the task for people.
    taskNumber: int | None
    # Title.
    title: str
    # State of the task.
    status: Literal["todo", "in_progress", "stuck", "done", "canceled"]
    # Email address of the assignee, or null.
    assignee: str | None
    # Due date of the task, in milliseconds since the Unix epoch, or null.
    dueAt: int | None
    # Notes on the task, or null.
    notes: str | None
    # Origin of the task: an agent or a person.
    source: Literal["agent", "manual"]
    # Number of versions; increases by one with each change.
    versionCount: int
    # Creation time, in milliseconds since the Unix epoch.
    createdAt: int
    # Time of the last change, in milliseconds since the Unix epoch.
    updatedAt: int
    # time of completion
    doneAt: int | None
    # Page of the console that shows it.
    url: str
    # Give it as `updatedSince` next time to get only later changes.
    nextUpdatedSince: NotRequired[int]


class Member(TypedDict):
    """A person of the organization."""
    # Identifier of the person, or null.
    personId: str
    # Name.
    name: str
    # Email address.
    email: str
    # Page of the console that shows it.
    url: str


class MoveItemInput(TypedDict):
    """Arguments of move_item."""
    # or fileId
    docId: NotRequired[str]
    # a file or skill
    fileId: NotRequired[str]
    # all or none
    itemIds: NotRequired[list[str]]
    # from list_folders
    folderId: NotRequired[str]
    # take it out of its folder
    outOfFolders: NotRequired[bool]
    # new name
    name: NotRequired[str]
    # refuse if versionCount differs
    expectedVersionCount: NotRequired[int]


class MoveItemOutput(TypedDict):
    """Move or rename: result."""
    # Always true.
    ok: Literal[True]
    # people who see it now, if they changed
    seenBy: NotRequired[Audience]


class ReadDocInput(TypedDict):
    """Arguments of read_doc."""
    # from list_docs or search
    docId: str
    # agent name for the log
    agentName: NotRequired[str]
    # Number of the version; the first is 1.
    version: NotRequired[int | Literal["reviewed"]]
    # false returns only the fields
    includeBody: NotRequired[bool]


class ReadFileInput(TypedDict):
    """Arguments of read_file."""
    # from list_files, list_skills or search
    fileId: str
    # Path of a file in the skill; default: SKILL.md.
    path: NotRequired[str]
    # Number of the version; the first is 1.
    version: NotRequired[Literal["reviewed"]]
    # false: no picture
    includeImage: NotRequired[bool]
    # agent name for the log
    agentName: NotRequired[str]


class ReadLinesInput(TypedDict):
    """Arguments of read_lines."""
    # or fileId
    docId: NotRequired[str]
    # a file or skill
    fileId: NotRequired[str]
    # Path of a file in the skill; default: SKILL.md.
    path: NotRequired[str]
    # from 1; negative counts from the end
    startLine: NotRequired[int]
    # nextOffset of the last answer
    startOffset: NotRequired[int]
    # max lines
    limit: NotRequired[int]
    # Number of the version; the first is 1.
    version: NotRequired[int | Literal["reviewed"]]


class ReadLinesOutput(TypedDict):
    """Read lines: result."""
    # First line of the answer.
    startLine: int
    # Last line of the answer.
    endLine: int
    # Number of lines in the text.
    totalLines: int
    # Text.
    text: str
    # Number of versions; increases by one with each change.
    versionCount: int
    # True if the text continues after this answer.
    truncated: bool
    # next startLine
    nextLine: NotRequired[int]
    # Give it as `startOffset` to continue within a long line.
    nextOffset: NotRequired[int]
    # True if a person saved or confirmed the newest version.
    reviewed: NotRequired[bool]
    # line count if startLine is past the end
    note: NotRequired[str]


class ReadSkillFilesInput(TypedDict):
    """Arguments of read_skill_files."""
    # from list_skills
    fileId: str
    # []: list
    paths: NotRequired[list[str]]
    # older version
    version: NotRequired[int]
    # previous nextCursor
    cursor: NotRequired[str]


class ReadSkillFilesOutput(TypedDict):
    """Read skill files: result."""
    # Identifier: an opaque string.
    id: str
    # Name.
    name: str
    # Number of the version; the first is 1.
    version: int
    # Number of versions; increases by one with each change.
    versionCount: int
    # True if a person saved or confirmed the newest version.
    reviewed: bool
    # Last version that a person saved or confirmed, or null.
    reviewedVersion: int | None
    # Number of files of the skill, including SKILL.md.
    fileCount: int
    # skill://… over MCP
    address: NotRequired[str]
    # of SKILL.md, as JSON
    frontmatter: NotRequired[dict[str, Any]]
    # all its files
    manifest: NotRequired[list[dict[str, Any]]]
    # Name of the folder.
    folderName: NotRequired[str | None]
    # Purpose.
    description: NotRequired[str]
    # Files on this page.
    files: list[SkillFile]
    # Give it as `cursor` for the next page; null on the last page.
    nextCursor: str | None


class ResolveCommentInput(TypedDict):
    """Arguments of resolve_comment."""
    # from list_comments
    commentId: str
    # False reopens the comment.
    resolved: NotRequired[bool]


class ResolveCommentOutput(TypedDict):
    """Resolve comment: result."""
    # Always true.
    ok: Literal[True]


class RestoreVersionInput(TypedDict):
    """Arguments of restore_version."""
    # or fileId
    docId: NotRequired[str]
    # a file or skill
    fileId: NotRequired[str]
    # from list_versions
    version: int
    # Path of a file in the skill; default: SKILL.md.
    path: NotRequired[str]
    # refuse if versionCount differs
    expectedVersionCount: NotRequired[int]


class RestoreVersionOutput(TypedDict):
    """Restore version: result."""
    # Number of versions; increases by one with each change.
    versionCount: int


class ReviewDecision(TypedDict):
    """A person's decision about changes of agents."""
    # By a review, by saving over the changes, or by switching the review off.
    how: Literal["review", "save", "switched_off"]
    # changes; null: all, because the review was switched off
    accepted: int | None
    # Number of declined changes.
    declined: int
    # version that was decided about
    version: int


class SearchInput(TypedDict):
    """Arguments of search."""
    # literal, except for best
    query: str
    # default: phrase; words: all, in any order; best: a question in plain words
    match: NotRequired[Literal["phrase", "words", "best"]]
    # Type of the item.
    type: NotRequired[Literal["doc", "file", "skill", "task"]]
    # only in this folder
    folderId: NotRequired[str]
    # all below it too
    deep: NotRequired[bool]


class SearchOutput(TypedDict):
    """Search: result."""
    # Results, at most 25.
    results: list[SearchResult]
    # best answers if the phrase was not found
    related: NotRequired[list[SearchResult]]
    # advice if nothing was found
    note: NotRequired[str]


class SearchResult(TypedDict):
    """A matching item."""
    # Type of the item.
    type: Literal["doc", "file", "skill", "task"]
    # Identifier: an opaque string.
    id: str
    # Title.
    title: str
    # Identifier of the folder, or null.
    folderId: NotRequired[str | None]
    # Names of its folders from the top, such as `Plans / 2026`.
    folderPath: NotRequired[str]
    # Excerpt of the text around the match.
    snippet: NotRequired[str]
    # Line number; the first line is 1.
    line: NotRequired[int]
    # Path of a file in the skill; default: SKILL.md.
    path: NotRequired[str]
    # Number of words of the question in the item, such as `2 of 3`.
    words: NotRequired[str]
    # Page of the console that shows it.
    url: str


class ServiceTool(TypedDict):
    """A tool of a connected service."""
    # Name of the tool: `<service>__<tool>`.
    toolSlug: str
    # Slug of the service.
    service: str
    # Title.
    title: NotRequired[str]
    # Purpose.
    description: str
    # Mode of the tool: `read`, or `write` if it changes data at its service.
    mode: Literal["read", "write"]
    # True if the tool cannot run until a person approves it.
    held: NotRequired[Literal[True]]
    # JSON Schema of the tool's arguments.
    inputSchema: NotRequired[dict[str, Any]]
    # JSON Schema of the tool's result.
    outputSchema: NotRequired[dict[str, Any]]
    # Hints about the tool from its service.
    annotations: NotRequired[dict[str, Any]]
    # instructions of the MCP server
    instructions: NotRequired[str]
    # only with toolSlug
    url: NotRequired[str]


class ServiceToolResult(TypedDict):
    """Result of a tool of a connected service."""
    # Content items of the result.
    content: NotRequired[list[ContentItem]]
    # Result of the tool as an object, as defined by its service.
    structuredContent: NotRequired[dict[str, Any]]
    # response headers of an HTTP API: location, link, etag etc.
    headers: NotRequired[dict[str, str]]


class SetTagsInput(TypedDict):
    """Arguments of set_tags."""
    # or fileId
    docId: NotRequired[str]
    # a file or skill
    fileId: NotRequired[str]
    # all or none
    itemIds: NotRequired[list[str]]
    # up to 20 tags of up to 50 characters
    tags: list[str]
    # refuse if versionCount differs
    expectedVersionCount: NotRequired[int]


class SetTagsOutput(TypedDict):
    """Set tags: result."""
    # Tags.
    tags: list[str]


class Skill(TypedDict):
    """A skill: instructions that agents read when they need them."""
    # Identifier: an opaque string.
    id: str
    # Name.
    name: str
    # Purpose.
    description: str
    # Tags.
    tags: list[str]
    # Number of versions; increases by one with each change.
    versionCount: int
    # True if a person saved or confirmed the newest version.
    reviewed: bool
    # Last version that a person saved or confirmed, or null.
    reviewedVersion: int | None
    # hash of the files except SKILL.md; null: no such files
    filesHash: str | None
    # Identifier of the folder, or null.
    folderId: str | None
    # Name of the folder.
    folderName: NotRequired[str]
    # Time of the last change, in milliseconds since the Unix epoch.
    updatedAt: int
    # SHA-256 of the stored bytes, in hexadecimal
    hash: str
    # author of the last change
    by: Author
    # skill://… over MCP
    address: NotRequired[str]
    # of SKILL.md, as JSON
    frontmatter: NotRequired[dict[str, Any]]
    # all its files
    manifest: NotRequired[list[dict[str, Any]]]
    # omitted if the answer is full
    files: NotRequired[list[SkillFile]]
    # Page of the console that shows it.
    url: str


class SkillFile(TypedDict):
    """A file of a skill: content if it is text, otherwise contentBase64 and a temporary download URL."""
    # Path of a file in the skill; default: SKILL.md.
    path: str
    # Media type.
    mimeType: str
    # Size in bytes.
    sizeBytes: int
    # SHA-256 of the bytes, in hexadecimal.
    sha256: str
    # True if the file is executable.
    executable: bool
    # Text of a text file up to 256 KB; otherwise null.
    content: NotRequired[str]
    # Bytes in base64.
    contentBase64: NotRequired[str]
    # Offset of this part, in bytes, if a file is returned in parts.
    offset: NotRequired[int]
    # Temporary download URL that needs no key.
    downloadUrl: NotRequired[str]


class SkillFileToWrite(TypedDict):
    """A file of a skill: its text, or its bytes."""
    # Path of a file in the skill; default: SKILL.md.
    path: str
    # Text of a text file up to 256 KB; otherwise null.
    content: NotRequired[str]
    # Bytes in base64.
    contentBase64: NotRequired[str]
    # True if the file is executable.
    executable: NotRequired[bool]


class SkillWarning(TypedDict):
    """Practices that hosts of skills advise against, and hidden characters. The skill is saved anyway."""
    # Kind of file.
    kind: str
    # Message text.
    message: str


class TakeBackInput(TypedDict):
    """Arguments of take_back."""
    # from list_changes {"mine": true}, at most 24 h old
    requestId: NotRequired[str]


class TakeBackOutput(TypedDict):
    """Take back: result."""
    # call that was undone
    requestId: str
    # Page of the console that shows it.
    url: str
    # Items, folders and tasks that the call had changed, each with its result.
    subjects: list[TakenBack]


class TakenBack(TypedDict):
    """Result for a subject of the undone call."""
    # item, folder or task
    subjectId: str
    # unchanged: was already as before the call
    outcome: Literal["taken_back", "unchanged", "left"]
    # why all or part of it is left
    reason: Literal["changed_since", "no_history", "name_taken", "protected_item", "not_there", "others_worked_on_it"] | None
    # restored fields except the body
    fields: list[str]
    # Page of the console that shows it.
    url: str


class Task(TypedDict):
    """A task."""
    # Identifier of the task.
    taskId: str
    # Number of the task for people.
    taskNumber: int | None
    # Title.
    title: str
    # State of the task.
    status: Literal["todo", "in_progress", "stuck", "done", "canceled"]
    # Email address of the assignee, or null.
    assignee: str | None
    # Due date of the task, in milliseconds since the Unix epoch, or null.
    dueAt: int | None
    # Notes on the task, or null.
    notes: str | None
    # Origin of the task: an agent or a person.
    source: Literal["agent", "manual"]
    # Number of versions; increases by one with each change.
    versionCount: int
    # Creation time, in milliseconds since the Unix epoch.
    createdAt: int
    # Time of the last change, in milliseconds since the Unix epoch.
    updatedAt: int
    # time of completion
    doneAt: int | None
    # Page of the console that shows it.
    url: str


class TextEdit(TypedDict):
    """A text to replace, and its replacement."""
    # Exact text to replace.
    oldText: str
    # New text; an empty text deletes oldText.
    newText: str
    # all matches
    replaceAll: NotRequired[bool]


class TextMatch(TypedDict):
    """A line that contains the text, with the lines around it."""
    # Line number; the first line is 1.
    line: int
    # Text.
    text: str
    # Lines before the match.
    before: list[str]
    # Lines after the match.
    after: list[str]
    # True if the line or its context is not complete.
    clipped: NotRequired[Literal[True]]


class UpdateDocInput(TypedDict):
    """Arguments of update_doc."""
    # from list_docs or search
    docId: str
    # the full new body, up to 1 MiB
    bodyMarkdown: str
    # one line: what changed and why
    changeSummary: str
    # refuse if versionCount differs
    expectedVersionCount: NotRequired[int]


class UpdateDocOutput(TypedDict):
    """Replace document body: result."""
    # Always true.
    ok: Literal[True]
    # True if the content was already the same and no version was created.
    noop: bool
    # Number of versions; increases by one with each change.
    versionCount: int


class UpdateTaskInput(TypedDict):
    """Arguments of update_task."""
    # from list_tasks; or taskNumber
    taskId: NotRequired[str]
    # Number of the task for people.
    taskNumber: NotRequired[int]
    # short, imperative
    title: NotRequired[str]
    # up to 2,000 characters
    notes: NotRequired[str]
    # State of the task.
    status: NotRequired[Literal["todo", "in_progress", "stuck", "done", "canceled"]]
    # email of a person
    assignee: NotRequired[str]
    # ms since epoch, or ISO 8601
    dueAt: NotRequired[float | str]
    # Fields to set to null.
    clear: NotRequired[list[Literal["notes", "assignee", "dueAt"]]]
    # refuse if versionCount differs
    expectedVersionCount: NotRequired[int]


class Version(TypedDict):
    """A version of a document, file or skill."""
    # Number of the version; the first is 1.
    version: int
    # One-line summary of the change.
    changeSummary: str
    # Author of the version, in words.
    actor: str
    # Creation time of the version, in milliseconds since the Unix epoch.
    at: int
    # Size in bytes.
    sizeBytes: int
    # First 50 files of a skill that the version changed.
    changedFiles: NotRequired[list[ChangedSkillFile]]
    # Page of the console that shows it.
    url: str


class WhoamiInput(TypedDict):
    """Arguments of whoami."""


class WriteFileInput(TypedDict):
    """Arguments of write_file."""
    # write a new version of this file
    fileId: NotRequired[str]
    # file name; required for a new file
    name: NotRequired[str]
    # text, or contentBase64
    content: NotRequired[str]
    # bytes, up to 25 MiB
    contentBase64: NotRequired[str]
    # Media type.
    mimeType: NotRequired[str]
    # folder of a new file
    folderId: NotRequired[str]
    # up to 20 tags of up to 50 characters
    tags: NotRequired[list[str]]
    # one line: what changed and why
    changeSummary: NotRequired[str]
    # refuse if versionCount differs
    expectedVersionCount: NotRequired[int]


class WriteFileOutput(TypedDict):
    """Write file: result."""
    # Identifier: an opaque string.
    id: str
    # Name.
    name: str
    # Kind of file.
    kind: Literal["text", "skill", "image", "audio", "video", "pdf", "archive", "other"]
    # Media type.
    mimeType: str
    # Size in bytes.
    sizeBytes: int
    # Number of versions; increases by one with each change.
    versionCount: int
    # True if the call created the item, false if it wrote a new version.
    created: bool
    # True if the content was already the same and no version was created.
    noop: bool
    # Page of the console that shows it.
    url: str


class WriteSkillInput(TypedDict):
    """Arguments of write_skill."""
    # write a new version of this skill
    fileId: NotRequired[str]
    # without frontmatter; a-z, 0-9, hyphens
    name: NotRequired[str]
    # without frontmatter
    description: NotRequired[str]
    # whole SKILL.md, if new or changed
    content: NotRequired[str]
    # files to add or replace; keeps others
    files: NotRequired[list[SkillFileToWrite]]
    # paths; * for all others
    removeFiles: NotRequired[list[str]]
    # folder of a new skill
    folderId: NotRequired[str]
    # up to 20 tags of up to 50 characters
    tags: NotRequired[list[str]]
    # refuse if versionCount differs
    expectedVersionCount: NotRequired[int]


class WriteSkillOutput(TypedDict):
    """Write skill: result."""
    # Identifier: an opaque string.
    id: str
    # Name.
    name: str
    # Purpose.
    description: str
    # Number of versions; increases by one with each change.
    versionCount: int
    # True if the call created the item, false if it wrote a new version.
    created: bool
    # True if the content was already the same and no version was created.
    noop: bool
    # Page of the console that shows it.
    url: str
    # Number of files of the skill, including SKILL.md.
    fileCount: NotRequired[int]
    # Practices that hosts of skills advise against; the skill is saved anyway.
    warnings: NotRequired[list[SkillWarning]]


_REPEATABLE = frozenset([
    "create_doc",
    "update_doc",
    "edit_doc",
    "append_doc",
    "apply_edits",
    "delete_doc",
    "write_file",
    "edit_file",
    "delete_file",
    "write_skill",
    "edit_skill",
    "create_folder",
    "move_item",
    "set_tags",
    "restore_version",
    "take_back",
    "create_task",
    "update_task",
    "add_comment",
    "resolve_comment",
    "execute_service_tool",
])

_ENTRIES = {
    "list_docs": "docs",
    "grep": "matches",
    "list_files": "files",
    "list_skills": "skills",
    "read_skill_files": "manifest",
    "list_folders": "folders",
    "list_versions": "versions",
    "list_changes": "changes",
    "list_members": "members",
    "list_comments": "comments",
    "list_service_tools": "tools",
}


class GatehouseError(Exception):
    """A call that failed after its last attempt."""

    def __init__(
        self,
        message: str,
        *,
        code: str,
        reason: str | None = None,
        status: int | None = None,
        request_id: str | None = None,
        retry_after_seconds: float | None = None,
    ) -> None:
        super().__init__(message)
        # A code of the gateway, or "connection_lost", "timed_out" or "unreadable_answer".
        self.code = code
        self.reason = reason
        self.status = status
        self.request_id = request_id
        self.retry_after_seconds = retry_after_seconds


# A 502 says that a service was called: the same call would do it twice, or get the same answer.
_REPEATED_STATUSES = (429, 500, 503)
_LONGEST_WAIT_SECONDS = 8.0


def _new_idempotency_key() -> str:
    """A UUID of version 7: the time, then random. Keys of writes that follow one another are neighbors in the gateway's index."""
    version_and_random = (7 << 76) | (uuid.uuid4().int & ((1 << 76) - 1))
    return str(uuid.UUID(int=(time.time_ns() // 1_000_000 << 80) | version_and_random))


class Client:
    """A client of one gateway with one key."""

    def __init__(self, base_url: str, key: str, *, timeout_seconds: float = 180, max_retries: int = 4) -> None:
        self._tools = base_url.rstrip("/") + "/v1/tools/"
        self._key = key
        self._timeout_seconds = timeout_seconds
        self._max_retries = max_retries

    def call(self, name: str, arguments: Any = None, *, idempotency_key: str | None = None) -> Any:
        """Calls a tool by its name. All attempts of a write have one idempotency key, so that it is made once."""
        headers = {
            "Authorization": "Bearer " + self._key,
            "Content-Type": "application/json",
            "X-Gatehouse-Client": "gatehouse-python/1.0.0",
        }
        if name in _REPEATABLE:
            headers["Idempotency-Key"] = idempotency_key or _new_idempotency_key()
        body = json.dumps(arguments or {}).encode()
        ends = time.monotonic() + self._timeout_seconds
        retries = 0
        while True:
            try:
                return self._attempt(urllib.request.Request(self._tools + name, data=body, headers=headers), ends)
            except GatehouseError as error:
                if retries >= self._max_retries or not _is_worth_another(error):
                    raise
                seconds = error.retry_after_seconds
                if seconds is None:
                    seconds = min(_LONGEST_WAIT_SECONDS, 0.25 * 2**retries) * random.uniform(0.5, 1)
                if time.monotonic() + seconds >= ends:
                    raise GatehouseError("the call was not answered in time", code="timed_out") from error
                time.sleep(seconds)
                retries += 1

    def each(self, name: str, arguments: dict[str, Any] | None = None) -> Iterator[Any]:
        """Gives every entry of a list, page by page as it is read."""
        given: dict[str, Any] = dict(arguments or {})
        if name == "list_tasks":
            limit = given.setdefault("limit", 200)
            while True:
                tasks = self.call(name, given)
                yield from tasks
                if len(tasks) < limit:
                    return
                given["startingAfter"] = tasks[-1]["taskId"]
        field = _ENTRIES[name]
        while True:
            page = self.call(name, given)
            yield from page[field]
            if page["nextCursor"] is None:
                return
            given["cursor"] = page["nextCursor"]

    def _attempt(self, request: urllib.request.Request, ends: float) -> Any:
        left = max(0.001, ends - time.monotonic())
        try:
            with urllib.request.urlopen(request, timeout=left) as response:
                return _parsed(response.read(), response.status, response.headers)
        except urllib.error.HTTPError as error:
            try:
                raise _failure(error.code, error.headers, error.read()) from None
            except (OSError, http.client.HTTPException) as cause:
                raise GatehouseError("the connection to the gateway was lost", code="connection_lost") from cause
        except TimeoutError as cause:
            raise GatehouseError("the call was not answered in time", code="timed_out") from cause
        except (OSError, http.client.HTTPException) as cause:
            raise GatehouseError("the connection to the gateway was lost", code="connection_lost") from cause

    def whoami(self, *, idempotency_key: str | None = None, **arguments: Unpack[WhoamiInput]) -> Identity:
        """Return the organization, house rules, person, name, access, limits and expiry of this key, and the current time."""
        return self.call("whoami", arguments, idempotency_key=idempotency_key)

    def search(self, *, idempotency_key: str | None = None, **arguments: Unpack[SearchInput]) -> SearchOutput:
        """Search documents (title, body), files and skills (name, tags) for a phrase or all words, ignoring case; with match best, search all text for a question. At most 25 results."""
        return self.call("search", arguments, idempotency_key=idempotency_key)

    def list_docs(self, *, idempotency_key: str | None = None, **arguments: Unpack[ListDocsInput]) -> ListDocsOutput:
        """List documents, newest update first, without bodies."""
        return self.call("list_docs", arguments, idempotency_key=idempotency_key)

    def read_doc(self, *, idempotency_key: str | None = None, **arguments: Unpack[ReadDocInput]) -> Document:
        """Read a document with its markdown body. Above 256 KB bodyMarkdown is null: use find_text, read_lines or downloadUrl."""
        return self.call("read_doc", arguments, idempotency_key=idempotency_key)

    def create_doc(self, *, idempotency_key: str | None = None, **arguments: Unpack[CreateDocInput]) -> CreateDocOutput:
        """Create a markdown document. Without a folder, the whole organization sees it."""
        return self.call("create_doc", arguments, idempotency_key=idempotency_key)

    def update_doc(self, *, idempotency_key: str | None = None, **arguments: Unpack[UpdateDocInput]) -> UpdateDocOutput:
        """Replace the whole body of a document; records a restorable version. For partial changes use edit_doc."""
        return self.call("update_doc", arguments, idempotency_key=idempotency_key)

    def edit_doc(self, *, idempotency_key: str | None = None, **arguments: Unpack[EditDocInput]) -> EditDocOutput:
        """Replace oldText, which must occur exactly once, by newText in a document. Take oldText from find_text or read_lines."""
        return self.call("edit_doc", arguments, idempotency_key=idempotency_key)

    def append_doc(self, *, idempotency_key: str | None = None, **arguments: Unpack[AppendDocInput]) -> AppendDocOutput:
        """Add text at the very end of a document, exactly as given: begin it with a line break to start a new line."""
        return self.call("append_doc", arguments, idempotency_key=idempotency_key)

    def apply_edits(self, *, idempotency_key: str | None = None, **arguments: Unpack[ApplyEditsInput]) -> ApplyEditsOutput:
        """Make up to 50 edits, in order and each like edit_doc, in a document, text file or skill: all or none, as one version."""
        return self.call("apply_edits", arguments, idempotency_key=idempotency_key)

    def delete_doc(self, *, idempotency_key: str | None = None, **arguments: Unpack[DeleteDocInput]) -> DeleteDocOutput:
        """Move a document to the trash, where people can restore it for 30 days. System and agent-memory documents are refused."""
        return self.call("delete_doc", arguments, idempotency_key=idempotency_key)

    def find_text(self, *, idempotency_key: str | None = None, **arguments: Unpack[FindTextInput]) -> FindTextOutput:
        """Find the lines of one document, skill or text file that contain a text, ignoring case. Found text can be oldText of an edit."""
        return self.call("find_text", arguments, idempotency_key=idempotency_key)

    def grep(self, *, idempotency_key: str | None = None, **arguments: Unpack[GrepInput]) -> GrepOutput:
        """Find the lines that contain a text, ignoring case, in all documents, skills and text files, newest first. A call searches a part: continue with nextCursor until null, even after no matches."""
        return self.call("grep", arguments, idempotency_key=idempotency_key)

    def fetch(self, *, idempotency_key: str | None = None, **arguments: Unpack[FetchInput]) -> FetchOutput:
        """Get a search result as text, up to 256 KB."""
        return self.call("fetch", arguments, idempotency_key=idempotency_key)

    def read_lines(self, *, idempotency_key: str | None = None, **arguments: Unpack[ReadLinesInput]) -> ReadLinesOutput:
        """Read lines of a document, skill or text file exactly, with endings, without line numbers. Any part can be oldText of an edit."""
        return self.call("read_lines", arguments, idempotency_key=idempotency_key)

    def list_files(self, *, idempotency_key: str | None = None, **arguments: Unpack[ListFilesInput]) -> ListFilesOutput:
        """List files (not skills), newest update first, without contents."""
        return self.call("list_files", arguments, idempotency_key=idempotency_key)

    def read_file(self, *, idempotency_key: str | None = None, **arguments: Unpack[ReadFileInput]) -> File:
        """Read a file or skill (SKILL.md, or path): its fields, a temporary download address, and up to 256 KB of text: its own, or extracted from PDF, Office or mail. Also shows a PNG, JPEG, GIF or WebP up to 3.5 MB (about 1,600 tokens)."""
        return self.call("read_file", arguments, idempotency_key=idempotency_key)

    def write_file(self, *, idempotency_key: str | None = None, **arguments: Unpack[WriteFileInput]) -> WriteFileOutput:
        """Create a file (name) or write a new version of one (fileId), from content or contentBase64. Never overwrites by name."""
        return self.call("write_file", arguments, idempotency_key=idempotency_key)

    def edit_file(self, *, idempotency_key: str | None = None, **arguments: Unpack[EditFileInput]) -> EditFileOutput:
        """Replace oldText, which must occur exactly once, by newText in a text file; other files are replaced with write_file. Take oldText from find_text or read_lines."""
        return self.call("edit_file", arguments, idempotency_key=idempotency_key)

    def delete_file(self, *, idempotency_key: str | None = None, **arguments: Unpack[DeleteFileInput]) -> DeleteFileOutput:
        """Move a file or skill to the trash, where people can restore it for 30 days."""
        return self.call("delete_file", arguments, idempotency_key=idempotency_key)

    def list_skills(self, *, idempotency_key: str | None = None, **arguments: Unpack[ListSkillsInput]) -> ListSkillsOutput:
        """List skills (reusable instructions) with their descriptions. Read one with read_file."""
        return self.call("list_skills", arguments, idempotency_key=idempotency_key)

    def write_skill(self, *, idempotency_key: str | None = None, **arguments: Unpack[WriteSkillInput]) -> WriteSkillOutput:
        """Create a skill, or write a new version of one (fileId): its SKILL.md and other files."""
        return self.call("write_skill", arguments, idempotency_key=idempotency_key)

    def edit_skill(self, *, idempotency_key: str | None = None, **arguments: Unpack[EditSkillInput]) -> EditSkillOutput:
        """Replace oldText, which must occur exactly once, by newText in a skill (SKILL.md, or path); its frontmatter must stay valid. Take oldText from find_text or read_lines."""
        return self.call("edit_skill", arguments, idempotency_key=idempotency_key)

    def read_skill_files(self, *, idempotency_key: str | None = None, **arguments: Unpack[ReadSkillFilesInput]) -> ReadSkillFilesOutput:
        """Read all files of a skill, or those at paths."""
        return self.call("read_skill_files", arguments, idempotency_key=idempotency_key)

    def list_folders(self, *, idempotency_key: str | None = None, **arguments: Unpack[ListFoldersInput]) -> ListFoldersOutput:
        """List the folders this key can see, by name."""
        return self.call("list_folders", arguments, idempotency_key=idempotency_key)

    def create_folder(self, *, idempotency_key: str | None = None, **arguments: Unpack[CreateFolderInput]) -> CreateFolderOutput:
        """Create a folder. It is private to the person behind this key (and owners and admins) until that person shares it; with parentId, it is as visible as that folder."""
        return self.call("create_folder", arguments, idempotency_key=idempotency_key)

    def move_item(self, *, idempotency_key: str | None = None, **arguments: Unpack[MoveItemInput]) -> MoveItemOutput:
        """Move a document, file or skill to a folder, rename it, or both. Out of folders, the whole organization sees it."""
        return self.call("move_item", arguments, idempotency_key=idempotency_key)

    def set_tags(self, *, idempotency_key: str | None = None, **arguments: Unpack[SetTagsInput]) -> SetTagsOutput:
        """Replace all tags of an item, without a new version."""
        return self.call("set_tags", arguments, idempotency_key=idempotency_key)

    def list_versions(self, *, idempotency_key: str | None = None, **arguments: Unpack[ListVersionsInput]) -> ListVersionsOutput:
        """List versions of a document, file or skill, newest first, with author, summary and time."""
        return self.call("list_versions", arguments, idempotency_key=idempotency_key)

    def list_changes(self, *, idempotency_key: str | None = None, **arguments: Unpack[ListChangesInput]) -> ListChangesOutput:
        """List changes with authors and values, newest first. Give one of itemId, folderId, taskId, mine, or since."""
        return self.call("list_changes", arguments, idempotency_key=idempotency_key)

    def restore_version(self, *, idempotency_key: str | None = None, **arguments: Unpack[RestoreVersionInput]) -> RestoreVersionOutput:
        """Restore an older version of a document, file or skill as the next version."""
        return self.call("restore_version", arguments, idempotency_key=idempotency_key)

    def take_back(self, *, idempotency_key: str | None = None, **arguments: Unpack[TakeBackInput]) -> TakeBackOutput:
        """Undo this key's last change, even a deletion. Keeps later changes by others. Call again to redo."""
        return self.call("take_back", arguments, idempotency_key=idempotency_key)

    def list_tasks(self, *, idempotency_key: str | None = None, **arguments: Unpack[ListTasksInput]) -> list[ListedTask]:
        """List tasks by due date, then newest first; done and canceled tasks need includeDone or status."""
        return self.call("list_tasks", arguments, idempotency_key=idempotency_key)

    def create_task(self, *, idempotency_key: str | None = None, **arguments: Unpack[CreateTaskInput]) -> CreateTaskOutput:
        """Create a task, by default assigned to the person of this key."""
        return self.call("create_task", arguments, idempotency_key=idempotency_key)

    def update_task(self, *, idempotency_key: str | None = None, **arguments: Unpack[UpdateTaskInput]) -> Task:
        """Change fields of a task: omitted fields are kept; clear empties fields. Returns the task."""
        return self.call("update_task", arguments, idempotency_key=idempotency_key)

    def list_members(self, *, idempotency_key: str | None = None, **arguments: Unpack[ListMembersInput]) -> ListMembersOutput:
        """List the organization's people. Assign tasks to them by email address."""
        return self.call("list_members", arguments, idempotency_key=idempotency_key)

    def list_comments(self, *, idempotency_key: str | None = None, **arguments: Unpack[ListCommentsInput]) -> ListCommentsOutput:
        """Comments on an item or task, or mine."""
        return self.call("list_comments", arguments, idempotency_key=idempotency_key)

    def add_comment(self, *, idempotency_key: str | None = None, **arguments: Unpack[AddCommentInput]) -> AddCommentOutput:
        """Comment on an item or task, or answer a comment. @address and @'agent name' mention."""
        return self.call("add_comment", arguments, idempotency_key=idempotency_key)

    def resolve_comment(self, *, idempotency_key: str | None = None, **arguments: Unpack[ResolveCommentInput]) -> ResolveCommentOutput:
        """Resolve or reopen a comment."""
        return self.call("resolve_comment", arguments, idempotency_key=idempotency_key)

    def list_connected_services(self, *, idempotency_key: str | None = None, **arguments: Unpack[ListConnectedServicesInput]) -> ListConnectedServicesOutput:
        """List services this key can use. Next: list_service_tools."""
        return self.call("list_connected_services", arguments, idempotency_key=idempotency_key)

    def list_service_tools(self, *, idempotency_key: str | None = None, **arguments: Unpack[ListServiceToolsInput]) -> ListServiceToolsOutput:
        """List tools of connected services. Before running one, get its full description and inputSchema with toolSlug."""
        return self.call("list_service_tools", arguments, idempotency_key=idempotency_key)

    def execute_service_tool(self, *, idempotency_key: str | None = None, **arguments: Unpack[ExecuteServiceToolInput]) -> ServiceToolResult:
        """Run a tool of a connected service. Tools of mode write need a key with write access."""
        return self.call("execute_service_tool", arguments, idempotency_key=idempotency_key)

    def execute_service_read_tool(self, *, idempotency_key: str | None = None, **arguments: Unpack[ExecuteServiceReadToolInput]) -> ServiceToolResult:
        """Run a read-mode tool of a connected service; refuses tools that change data."""
        return self.call("execute_service_read_tool", arguments, idempotency_key=idempotency_key)


def _is_worth_another(error: GatehouseError) -> bool:
    return error.code == "connection_lost" or error.status in _REPEATED_STATUSES


def _parsed(body: bytes, status: int, headers: Any) -> Any:
    try:
        return json.loads(body, parse_float=_as_written)
    except ValueError:
        raise _failure(status, headers, body) from None


def _as_written(number: str) -> float | str:
    """A number beyond all floats stays as it was written."""
    value = float(number)
    is_lost = abs(value) == float("inf") or (value == 0 and any(digit in "123456789" for digit in number.lower().partition("e")[0]))
    return number if is_lost else value


def _failure(status: int, headers: Any, body: bytes) -> GatehouseError:
    retry_after = headers.get("Retry-After")
    about = {
        "status": status,
        "request_id": headers.get("X-Request-Id"),
        "retry_after_seconds": float(retry_after) if retry_after and retry_after.isdigit() else None,
    }
    try:
        error = json.loads(body)["error"]
        return GatehouseError(error["message"], code=error["code"], reason=error.get("reason"), **about)
    except (ValueError, KeyError, TypeError):
        return GatehouseError(f"the answer with status {status} is not from a gateway", code="unreadable_answer", **about)
